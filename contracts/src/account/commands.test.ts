import { expect, test } from 'vitest';
import { validationProblem } from '../validation-problem.ts';
import { AskByEmail, ResetPassword, VerifyEmail } from './commands.ts';

const PASSWORD = 'quiet river 12';
const bodies = { AskByEmail, ResetPassword, VerifyEmail };

test.each<[keyof typeof bodies, object, string]>([
  ['AskByEmail', {}, 'Please enter your email address'],
  ['AskByEmail', { email: ' ' }, 'Please enter your email address'],
  ['AskByEmail', { email: 'nobody' }, 'Please enter a valid email address'],
  ['VerifyEmail', {}, 'No verification token provided'],
  ['VerifyEmail', { token: '' }, 'No verification token provided'],
  ['ResetPassword', { new_password: PASSWORD, confirm_password: PASSWORD }, 'No reset token provided.'],
  ['ResetPassword', { token: 'x', new_password: 'short' }, 'Password must be at least 6 characters'],
  ['ResetPassword', { token: 'x', new_password: PASSWORD }, 'Please confirm your password'],
  ['ResetPassword', { token: 'x', new_password: PASSWORD, confirm_password: '' }, 'Please confirm your password'],
  ['ResetPassword', { token: 'x', new_password: PASSWORD, confirm_password: 'other' }, 'Passwords do not match'],
])('%s of %j is refused in the sentence of the screen', (name, body, message) => {
  const { error } = bodies[name].safeParse(body);
  expect(error && validationProblem(error).message).toBe(message);
});
