import { describeIssue } from '../plain-words.ts';
import { Problem } from '../problem.ts';
import { isDecoded } from '../text.ts';
import { validationProblem } from '../validation-problem.ts';
import { LogIn } from './commands.ts';

/**
 * Reads the form of `POST /auth/login` and `/auth/token`. Throws VALIDATION_FAILED, and MALFORMED_REQUEST for a field
 * that was not valid UTF-8, so that it does not count as a wrong password.
 */
export function credentialsOf(form: unknown): LogIn {
  const { username, password } = (form ?? {}) as Record<string, unknown>;
  if ([username, password].some((value) => typeof value === 'string' && !isDecoded(value))) {
    throw new Problem('MALFORMED_REQUEST', { message: 'The request is not valid UTF-8' });
  }
  if (isBlank(username) || isBlank(password)) {
    throw new Problem('VALIDATION_FAILED', {
      message: 'Please enter both username and password',
      fields: {
        ...(isBlank(username) && { username: 'Please enter your username' }),
        ...(isBlank(password) && { password: 'Please enter your password' }),
      },
    });
  }
  const credentials = LogIn.safeParse({ username, password }, describeIssue);
  if (!credentials.success) throw validationProblem(credentials.error);
  return credentials.data;
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
