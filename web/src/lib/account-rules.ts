import { limits } from '@anecdotes/contracts';
import { accountStrings } from './account-strings.ts';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The error message for a typed username; undefined if its length is valid. */
export function usernameProblem(typed: string): string | undefined {
  const { length } = [...typed.trim()];
  if (length === 0) return accountStrings.username;
  return length > limits.username ? accountStrings.usernameLength : undefined;
}

/** The error message for a typed e-mail address; undefined if it is valid. */
export function emailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return accountStrings.emailMissing;
  return email.test(typed.trim()) ? undefined : accountStrings.email;
}

/** A typed e-mail address as it is sent: trimmed, an international domain in its `xn--` form. */
export function sentEmail(typed: string): string {
  // Chrome changes the domain in its e-mail fields, but not in the field that also takes a username.
  return typed.trim().replace(/(?<=@)[\p{L}\p{M}\p{N}.-]+$/u, (domain) => {
    const url = `http://${domain}`;
    return /\P{ASCII}/u.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
  });
}

/** The error message for a new password; undefined if it is valid. Only the server checks for common passwords. */
export function passwordProblem(typed: string): string | undefined {
  if (typed.length < limits.password.min) return accountStrings.newPassword;
  if (typed.length > limits.password.max) return accountStrings.passwordLength;
  return typed.trim() === '' ? accountStrings.blankPassword : undefined;
}

/** The error message for the present password, which may be wrong; undefined if its length is possible. */
export function currentPasswordProblem(typed: string): string | undefined {
  if (typed === '') return accountStrings.currentPassword;
  return typed.length > limits.password.max ? accountStrings.passwordLength : undefined;
}

/** The error message for the repetition of a new password; undefined if it matches. */
export function repetitionProblem(password: string, repeated: string): string | undefined {
  if (repeated === '') return accountStrings.repeatPassword;
  return repeated === password ? undefined : accountStrings.mismatch;
}

/** The name that a registration sends: the local part of the address with a capital first letter. */
export function nameFrom(address: string): string {
  const [local = ''] = address.trim().split('@');
  return local.charAt(0).toUpperCase() + local.slice(1);
}
