import { accountStrings as strings } from './account-strings.ts';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PASSWORD_LENGTH = 6;

/** What is wrong with an e-mail address that somebody typed. */
export function emailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return strings.hints.emailMissing;
  return email.test(typed.trim()) ? undefined : strings.hints.email;
}

/** What is wrong with a password that somebody chose; which ones are too common is the server's to say. */
export function passwordProblem(typed: string): string | undefined {
  if (typed.length < PASSWORD_LENGTH) return strings.hints.newPassword;
  return typed.trim() === '' ? strings.hints.blankPassword : undefined;
}

/** What is wrong with the repetition of a chosen password. */
export function repetitionProblem(password: string, repeated: string): string | undefined {
  if (repeated === '') return strings.hints.repeatPassword;
  return repeated === password ? undefined : strings.hints.mismatch;
}

/** The name that a registration sends along: the address's local part with a capital first letter. */
export function nameFrom(address: string): string {
  const [local = ''] = address.trim().split('@');
  return local.charAt(0).toUpperCase() + local.slice(1);
}
