import { expect, test } from 'vitest';
import { validationProblem } from '../validation-problem.ts';
import { AskByEmail, EraseAccount, LogIn, Register, ResetPassword, VerifyEmail } from './commands.ts';

const PASSWORD = 'quiet river 12';
const REGISTER = { username: 'Mara', email: 'mara@example.org', password: PASSWORD };
const bodies = { AskByEmail, EraseAccount, LogIn, Register, ResetPassword, VerifyEmail };

test.each<[keyof typeof bodies, object, string]>([
  ['AskByEmail', {}, 'Please enter your email address'],
  ['AskByEmail', { email: ' ' }, 'Please enter your email address'],
  ['AskByEmail', { email: 'nobody' }, 'Please enter a valid email address'],
  ['EraseAccount', {}, 'Please enter your password'],
  ['EraseAccount', { password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
  ['LogIn', { username: 'Mara', password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
  ['LogIn', { username: 'x'.repeat(255), password: PASSWORD }, 'Please enter a username of at most 254 characters'],
  ['Register', { ...REGISTER, password: 'quiet river \uFFFD' }, 'Password must be well-formed Unicode text'],
  ['Register', { ...REGISTER, username: 'Ren\uFFFD' }, 'Please choose a username without unreadable characters'],
  ['VerifyEmail', {}, 'No verification token provided'],
  ['VerifyEmail', { token: '' }, 'No verification token provided'],
  ['ResetPassword', { new_password: PASSWORD, confirm_password: PASSWORD }, 'No reset token provided.'],
  ['ResetPassword', { token: 'x', new_password: 'short' }, 'Password must be at least 6 characters'],
  ['ResetPassword', { token: 'x', new_password: PASSWORD }, 'Please confirm your password'],
  ['ResetPassword', { token: 'x', new_password: PASSWORD, confirm_password: '' }, 'Please confirm your password'],
  ['ResetPassword', { token: 'x', new_password: PASSWORD, confirm_password: 'other' }, 'Passwords do not match'],
])('the body %s %j is refused with the message of the screen', (name, body, message) => {
  const { error } = bodies[name].safeParse(body);
  expect(error && validationProblem(error).message).toBe(message);
});
