import {
  AskByEmail,
  ChangePassword,
  CheckResetLink,
  ConfirmPassword,
  credentialsOf,
  type EmailTrackingStat,
  EraseAccount,
  type LogInAnswer,
  type PasswordReset,
  Problem,
  Register,
  type Registration,
  ResetPassword,
  type Session,
  type User,
  type Verification,
  VerifyEmail,
} from '@anecdotes/contracts';
import { nameFrom } from '../lib/account-rules.ts';
import { changeAccount, credentialOf, isPassword, register } from './accounts.ts';
import { type Answer, type Call, invalid, type Routes } from './call.ts';
import { newId } from './ids.ts';
import { findLinked, mailTo } from './mails.ts';
import type { MockAccount, MockMail, MockSession, Tables } from './tables.ts';

/** The lifetime of a token, in seconds. */
const TOKEN_LIFE = 12 * 60 * 60;

/** The calls for log-in, registration, links in mails, and the account of the caller. */
export const accountRoutes: Routes = {
  'post /auth/login': async (call) => {
    const { tables, now } = call;
    const { username, password } = credentialsOf(call.form());
    const isEmail = username.includes('@');
    const found = find(tables, isEmail ? 'email' : 'username', username);
    if (found === undefined || !(await isPassword(found, password))) throw new Problem('LOGIN_FAILED');
    if (!found.isVerified) throw new Problem(isEmail ? 'LOGIN_FAILED' : 'EMAIL_NOT_VERIFIED');
    tables.sessions.remove((session) => session.expires_at <= now.toISOString());
    return startSession(call, found);
  },

  'post /auth/register': async (call) => {
    const { username, email, password, full_name } = call.input(Register);
    const credential = await credentialOf(password, 'password');
    if (find(call.tables, 'username', username)) {
      throw new Problem('USERNAME_TAKEN', { fields: { username: 'This username is already taken' } });
    }
    const profile = { username, email, full_name: full_name || nameFrom(email) };
    const owner = find(call.tables, 'email', email);
    if (owner) mailTo(call, owner, 'account-exists');
    else mailTo(call, register(call, { role: 'member', ...profile }, credential), 'verify-email');
    const message = 'Registration successful! Please check your email to verify your account before logging in.';
    return { data: { ...profile, is_active: true, is_verified: false, message } satisfies Registration, status: 201 };
  },

  // The mock service has no invitations.
  'post /auth/check-invitation': () => {
    throw new Problem('INVITATION_INVALID');
  },

  'post /auth/verify-email': (call) => {
    const { account } = findLinked(call, call.input(VerifyEmail).token, 'verify-email');
    changeAccount(call, account, { type: 'VerifyEmail' });
    const { username, isVerified: already_verified } = account;
    const message = already_verified
      ? 'This email address is already verified. You can log in.'
      : 'Email verified successfully! You can now log in.';
    return { data: { is_verified: true, already_verified, username, message } satisfies Verification };
  },

  'post /auth/resend-verification-email': (call) => {
    const message = 'If an account with this email exists and is not verified, a verification email has been sent.';
    return mailOnRequest(call, 'verify-email', ({ isVerified }) => !isVerified, message);
  },

  'post /auth/forgot-password': (call) => {
    const message = 'If an account with this email exists, you will receive a password reset link shortly.';
    return mailOnRequest(call, 'password-reset', () => true, message);
  },

  'post /auth/check-reset-link': (call) => {
    const { mail } = findLinked(call, call.input(CheckResetLink).token, 'password-reset');
    if (mail.is_spent) throw new Problem('RESET_LINK_INVALID');
    return { isSilent: true };
  },

  'post /auth/reset-password': async (call) => {
    const { token, new_password } = call.input(ResetPassword);
    const { mail, account } = findLinked(call, token, 'password-reset');
    const isRepeated = mail.is_spent && (await isPassword(account, new_password));
    if (mail.is_spent && !isRepeated) throw new Problem('RESET_LINK_INVALID');
    if (!isRepeated) {
      const credential = await credentialOf(new_password, 'new_password');
      call.tables.mails.put({ ...mail, is_spent: true });
      changeAccount(call, account, { type: 'ResetPassword' }, { credential });
    }
    const message = 'Password reset successfully! You can now log in with your new password.';
    return { data: { account: account.account, message } satisfies PasswordReset };
  },

  'get /auth/me': (call) => {
    const { id, username, email, full_name, role, journalSince: created_at } = call.caller().account;
    const data: User = { id, username, email, name: full_name, full_name, role, is_active: true, created_at };
    return { data };
  },

  'post /auth/logout': (call) => {
    const { session } = call.caller();
    call.tables.sessions.remove(({ id }) => id === session.id);
    return {};
  },

  'get /auth/sessions': (call) => {
    const { account, session: current } = call.caller();
    const own = call.tables.sessions.all().filter((session) => session.account === account.id);
    const viewOf = ({ account: _, token: __, ...session }: MockSession): Session => {
      return { ...session, is_current: session.id === current.id };
    };
    const sessions = own.map(viewOf).reverse();
    return { data: sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)) };
  },

  'delete /auth/sessions/:id': (call) => {
    const { account } = call.caller();
    const { id } = call.params;
    const { sessions } = call.tables;
    const isRequestedSession = (session: MockSession) => session.id === id && session.account === account.id;
    if (!sessions.all().some(isRequestedSession)) throw new Problem('SESSION_NOT_FOUND');
    sessions.remove(isRequestedSession);
    return { data: { id } };
  },

  'post /auth/change-password': async (call) => {
    const { account, session } = call.member();
    const { current_password, new_password } = call.input(ChangePassword);
    if (!(await isPassword(account, current_password))) throw new Problem('WRONG_PASSWORD');
    if (new_password === current_password) throw invalid('new_password', 'This is your current password');
    const credential = await credentialOf(new_password, 'new_password');
    changeAccount(call, account, { type: 'ChangePassword' }, { credential, session: session.id });
    return { data: { message: 'Password changed successfully' } };
  },

  'post /auth/confirm-password': async (call) => {
    const { account, session } = call.member();
    if (!(await isPassword(account, call.input(ConfirmPassword).password))) throw new Problem('WRONG_PASSWORD');
    call.tables.sessions.remove(({ id }) => id === session.id);
    return startSession(call, account);
  },

  'delete /auth/me': async (call) => {
    const { account } = call.member();
    if (!(await isPassword(account, call.input(EraseAccount).password))) throw new Problem('WRONG_PASSWORD');
    changeAccount(call, account, { type: 'EraseAccount' });
    return { data: { message: 'Your account has been erased' } };
  },

  'get /email-tracking/stats': (call) => {
    const { account } = call.caller();
    const own = call.tables.mails.all().filter((mail) => mail.account === account.id);
    const viewOf = ({ id: _, account: __, is_spent: ___, ...mail }: MockMail): EmailTrackingStat => mail;
    return { data: own.map(viewOf).reverse() };
  },
};

function startSession({ tables, now }: Call, { account }: MockAccount): Answer {
  const [id, created_at] = [newId(now), now.toISOString()];
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + TOKEN_LIFE;
  const expires_at = new Date(exp * 1000).toISOString();
  const token = tokenOf({ sub: account, sid: id, iat, exp });
  tables.sessions.put({ id, account, token, created_at, expires_at, user_agent: navigator.userAgent });
  return { data: { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFE } satisfies LogInAnswer };
}

/** Gives the same answer for every address; sends a mail if its account passes `shouldMail`. */
function mailOnRequest(
  call: Call,
  campaign: 'verify-email' | 'password-reset',
  shouldMail: (account: MockAccount) => boolean,
  message: string,
): Answer {
  const account = find(call.tables, 'email', call.input(AskByEmail).email);
  if (account && shouldMail(account)) mailTo(call, account, campaign);
  return { data: { message }, isSilent: true };
}

function find({ accounts }: Tables, field: 'username' | 'email', name: string): MockAccount | undefined {
  const folded = (text: string | null) => text?.normalize('NFC').toLowerCase();
  return accounts.all().find((account) => folded(account[field]) === folded(name));
}

/** A token in the format of the service, but without a signature: only this page accepts it. */
function tokenOf(claims: { sub: string; sid: string; iat: number; exp: number }): string {
  return [{ alg: 'none', typ: 'at+jwt' }, claims].map((part) => btoa(JSON.stringify(part))).join('.');
}
