import {
  AskByEmail,
  credentialsOf,
  type LogInAnswer,
  type PasswordReset,
  Problem,
  Register,
  type Registration,
  ResetPassword,
  succeed,
  type Verification,
  VerifyEmail,
} from '@anecdotes/contracts';
import { changeAccount, credentialOf, isPassword, refuseCommonPassword, register } from './accounts.ts';
import { paths } from './call.ts';
import { TOKEN_LIFE, tokenOf } from './callers.ts';
import type { Mock } from './context.ts';
import type { Answer, Call } from './handle.ts';
import { newId } from './ids.ts';
import { findLinked, mailTo, spend } from './mails.ts';
import type { MockAccount } from './tables.ts';

/** The calls of visitors: logging in, registering, and what mails are for. */
export function accountHandlers(mock: Mock) {
  const { tables } = mock;
  const api = paths(mock);
  const find = (field: 'username' | 'email', name: string) =>
    tables.accounts.all().find((account) => isSame(account[field], name));
  /** Says the same about every address, and mails the account that `isMeant`. */
  const asking =
    (campaign: 'verify-email' | 'password-reset', isMeant: (account: MockAccount) => boolean, message: string) =>
    (call: Call): Answer => {
      const account = find('email', call.input(AskByEmail).email);
      if (account && isMeant(account)) mailTo(mock, account, campaign);
      return { envelope: succeed({ message }, call.now), isSilent: true };
    };

  return [
    api.post('/auth/login', async (call) => ({ envelope: succeed<LogInAnswer>(await logIn(call), call.now) })),
    api.post('/auth/token', async (call) => ({ envelope: await logIn(call) })),

    api.post('/auth/register', async (call) => {
      const { username, email, password, full_name } = call.input(Register);
      refuseCommonPassword(password, [username, email], 'password');
      if (find('username', username)) {
        throw new Problem('USERNAME_TAKEN', { fields: { username: 'This username is already taken' } });
      }
      const profile = { username, email, full_name: full_name || nameFrom(email) };
      const owner = find('email', email);
      if (owner) mailTo(mock, owner, 'account-exists');
      else mailTo(mock, await register(mock, { role: 'member', ...profile }, password), 'verify-email');
      const message = 'Registration successful! Please check your email to verify your account before logging in.';
      const registration: Registration = { ...profile, is_active: true, is_verified: false, message };
      return { envelope: succeed(registration, call.now), status: 201 };
    }),

    api.post('/auth/verify-email', (call) => {
      const account = findLinked(mock, call.input(VerifyEmail).token, 'verify-email');
      if (account === undefined) throw new Problem('VERIFICATION_LINK_INVALID');
      changeAccount(mock, account, { type: 'VerifyEmail' });
      const message = account.isVerified
        ? 'This email address is already verified. You can log in.'
        : 'Email verified successfully! You can now log in.';
      const { username, isVerified: already_verified } = account;
      return { envelope: succeed<Verification>({ is_verified: true, already_verified, username, message }, call.now) };
    }),

    api.post(
      '/auth/resend-verification-email',
      asking(
        'verify-email',
        ({ isVerified }) => !isVerified,
        'If an account with this email exists and is not verified, a verification email has been sent.',
      ),
    ),
    api.post(
      '/auth/forgot-password',
      asking(
        'password-reset',
        () => true,
        'If an account with this email exists, you will receive a password reset link shortly.',
      ),
    ),

    api.post('/auth/reset-password', async (call) => {
      const { token, new_password } = call.input(ResetPassword);
      const account = findLinked(mock, token, 'password-reset');
      if (account === undefined) throw new Problem('RESET_LINK_INVALID');
      refuseCommonPassword(new_password, [account.username, account.email], 'new_password');
      spend(mock, token);
      changeAccount(mock, account, { type: 'ResetPassword' }, { credential: await credentialOf(new_password) });
      const message = 'Password reset successfully! You can now log in with your new password.';
      return { envelope: succeed<PasswordReset>({ account: account.account, message }, call.now) };
    }),
  ];

  async function logIn(call: Call): Promise<LogInAnswer> {
    const { username, password } = credentialsOf(call.form());
    const isNamed = ({ username: name, email }: MockAccount) => isSame(username.includes('@') ? email : name, username);
    const account = tables.accounts.all().find(isNamed);
    if (account === undefined || !(await isPassword(account, password))) throw new Problem('LOGIN_FAILED');
    if (!account.isVerified) throw new Problem(username.includes('@') ? 'LOGIN_FAILED' : 'EMAIL_NOT_VERIFIED');
    const session = {
      id: newId(call.now),
      account: account.account,
      created_at: call.now.toISOString(),
      expires_at: new Date(call.now.getTime() + TOKEN_LIFE * 1000).toISOString(),
      user_agent: typeof navigator === 'undefined' ? null : navigator.userAgent,
    };
    const live = tables.sessions.all().filter(({ expires_at }) => expires_at > session.created_at);
    tables.sessions.replace([...live, session]);
    const access_token = tokenOf(account.account, session.id, call.now);
    return { access_token, token_type: 'bearer', expires_in: TOKEN_LIFE };
  }
}

function isSame(one: string | null, other: string): boolean {
  return one?.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function nameFrom(email: string): string {
  const [local = ''] = email.split('@');
  return local.charAt(0).toUpperCase() + local.slice(1);
}
