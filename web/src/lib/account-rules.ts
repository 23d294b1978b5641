import { accountStrings } from './account-strings.ts';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PASSWORD_LENGTH = 6;

/** What is wrong with an e-mail address that somebody typed. */
export function emailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return accountStrings.emailMissing;
  return email.test(typed.trim()) ? undefined : accountStrings.email;
}

/** What is wrong with a password that somebody chose; which ones are too common is the server's to say. */
export function passwordProblem(typed: string): string | undefined {
  if (typed.length < PASSWORD_LENGTH) return accountStrings.newPassword;
  return typed.trim() === '' ? accountStrings.blankPassword : undefined;
}

/** What is wrong with the repetition of a chosen password. */
export function repetitionProblem(password: string, repeated: string): string | undefined {
  if (repeated === '') return accountStrings.repeatPassword;
  return repeated === password ? undefined : accountStrings.mismatch;
}

/** The name that a registration sends along: the address's local part with a capital first letter. */
export function nameFrom(address: string): string {
  const [local = ''] = address.trim().split('@');
  return local.charAt(0).toUpperCase() + local.slice(1);
}
