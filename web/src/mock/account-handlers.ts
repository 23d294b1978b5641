import {
  AskByEmail,
  credentialsOf,
  type LogInAnswer,
  type PasswordReset,
  Problem,
  Register,
  type Registration,
  ResetPassword,
  type Success,
  succeed,
  type Verification,
  VerifyEmail,
} from '@anecdotes/contracts';
import { type Call, paths } from './call.ts';
import { TOKEN_LIFE, tokenOf } from './callers.ts';
import { newId } from './ids.ts';
import { findLinked, mailTo, spend } from './mails.ts';
import type { Mock } from './mock.ts';
import { isPassword, keptPassword, refuseCommonPassword } from './passwords.ts';
import type { MockAccount } from './tables.ts';

/** The calls of visitors: logging in, registering, and what mails are for. */
export function accountHandlers(mock: Mock) {
  const { tables } = mock;
  const api = paths(mock);
  const byEmail = (email: string) => tables.accounts.all().find((account) => isSame(account.email, email));

  return [
    api.post('/auth/login', async (call) => ({ envelope: succeed<LogInAnswer>(await logIn(call), call.now) })),
    api.post('/auth/token', async (call) => ({ envelope: await logIn(call) })),

    api.post('/auth/register', async (call) => {
      const { username, email, password, full_name } = call.input(Register);
      refuseCommonPassword(password, [username, email], 'password');
      if (tables.accounts.all().some((account) => isSame(account.username, username))) {
        throw new Problem('USERNAME_TAKEN', { fields: { username: 'This username is already taken' } });
      }
      const name = full_name || nameFrom(email);
      const owner = byEmail(email);
      if (owner) mailTo(mock, owner, 'account-exists');
      else {
        const made: MockAccount = {
          ...{ id: newId(call.now), role: 'member', username, email, full_name: name },
          ...(await keptPassword(password)),
          ...{ is_verified: false, created_at: call.now.toISOString() },
        };
        tables.accounts.replace([...tables.accounts.all(), made]);
        mailTo(mock, made, 'verify-email');
      }
      const envelope: Success<Registration> = succeed(
        {
          ...{ username, email, full_name: name, is_active: true, is_verified: false },
          message: 'Registration successful! Please check your email to verify your account before logging in.',
        },
        call.now,
      );
      return { envelope, status: 201 };
    }),

    api.post('/auth/verify-email', (call) => {
      const account = findLinked(mock, call.input(VerifyEmail).token, 'verify-email');
      if (account === undefined) throw new Problem('VERIFICATION_LINK_INVALID');
      change(mock, { ...account, is_verified: true });
      const verification: Verification = {
        ...{ is_verified: true, already_verified: account.is_verified, username: account.username },
        message: account.is_verified
          ? 'This email address is already verified. You can log in.'
          : 'Email verified successfully! You can now log in.',
      };
      return { envelope: succeed(verification, call.now) };
    }),

    api.post('/auth/resend-verification-email', (call) => {
      const account = byEmail(call.input(AskByEmail).email);
      if (account && !account.is_verified) mailTo(mock, account, 'verify-email');
      const message = 'If an account with this email exists and is not verified, a verification email has been sent.';
      return { envelope: succeed({ message }, call.now), isSilent: true };
    }),

    api.post('/auth/forgot-password', (call) => {
      const account = byEmail(call.input(AskByEmail).email);
      if (account) mailTo(mock, account, 'password-reset');
      const message = 'If an account with this email exists, you will receive a password reset link shortly.';
      return { envelope: succeed({ message }, call.now), isSilent: true };
    }),

    api.post('/auth/reset-password', async (call) => {
      const { token, new_password } = call.input(ResetPassword);
      const account = findLinked(mock, token, 'password-reset');
      if (account === undefined) throw new Problem('RESET_LINK_INVALID');
      refuseCommonPassword(new_password, [account.username, account.email], 'new_password');
      spend(mock, token);
      change(mock, { ...account, ...(await keptPassword(new_password)), is_verified: true });
      tables.sessions.replace(tables.sessions.all().filter((session) => session.account !== account.id));
      switchKeysOff(mock, account);
      mailTo(mock, account, 'password-changed');
      const message = 'Password reset successfully! You can now log in with your new password.';
      return { envelope: succeed<PasswordReset>({ account: account.id, message }, call.now) };
    }),
  ];

  async function logIn(call: Call): Promise<LogInAnswer> {
    const { username, password } = credentialsOf(call.form());
    const isNamed = ({ username: name, email }: MockAccount) => isSame(username.includes('@') ? email : name, username);
    const account = tables.accounts.all().find(isNamed);
    if (account === undefined || !(await isPassword(account, password))) throw new Problem('LOGIN_FAILED');
    if (!account.is_verified) throw new Problem(username.includes('@') ? 'LOGIN_FAILED' : 'EMAIL_NOT_VERIFIED');
    const session = {
      id: newId(call.now),
      account: account.id,
      created_at: call.now.toISOString(),
      expires_at: new Date(call.now.getTime() + TOKEN_LIFE * 1000).toISOString(),
      user_agent: typeof navigator === 'undefined' ? null : navigator.userAgent,
    };
    const live = tables.sessions.all().filter(({ expires_at }) => expires_at > session.created_at);
    tables.sessions.replace([...live, session]);
    const access_token = tokenOf(account.id, session.id, call.now);
    return { access_token, token_type: 'bearer', expires_in: TOKEN_LIFE };
  }
}

/** Puts `changed` in the place of the account with its id. */
export function change({ tables }: Mock, changed: MockAccount): void {
  tables.accounts.replace(tables.accounts.all().map((account) => (account.id === changed.id ? changed : account)));
}

/** Switches all API keys of `account` off. */
export function switchKeysOff({ tables }: Mock, account: MockAccount): void {
  const keys = tables.keys.all();
  tables.keys.replace(keys.map((key) => (key.user_id === account.id ? { ...key, is_active: false } : key)));
}

function isSame(one: string | null, other: string): boolean {
  return one?.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function nameFrom(email: string): string {
  const [local = ''] = email.split('@');
  return local.charAt(0).toUpperCase() + local.slice(1);
}
