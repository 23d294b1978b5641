import {
  ChangePassword,
  type EmailTrackingStat,
  EraseAccount,
  headers,
  Problem,
  type Session,
  succeed,
  type User,
} from '@anecdotes/contracts';
import { change, switchKeysOff } from './account-handlers.ts';
import { paths } from './call.ts';
import { memberOnly } from './callers.ts';
import { mailTo } from './mails.ts';
import type { Mock } from './mock.ts';
import { isPassword, keptPassword, refuseCommonPassword } from './passwords.ts';
import type { MockAccount } from './tables.ts';

/** The calls of people about themselves. */
export function ownAccountHandlers(mock: Mock) {
  const { tables } = mock;
  const api = paths(mock);

  return [
    api.get('/auth/me', (call) => {
      const { account, renewed } = call.caller();
      const token = renewed();
      return { envelope: succeed<User>(userOf(account)), ...(token && { headers: { [headers.renewedToken]: token } }) };
    }),

    api.post('/auth/logout', (call) => {
      const { session } = call.caller();
      tables.sessions.replace(tables.sessions.all().filter(({ id }) => id !== session.id));
      return { envelope: succeed(null, call.now) };
    }),

    api.get('/auth/sessions', (call) => {
      const { account, session: own } = call.caller();
      const visible = tables.sessions
        .all()
        .filter((session) => session.account === account.id && (account.role === 'member' || session.id === own.id));
      const sessions = visible.map(
        ({ account: _, ...session }): Session => ({ ...session, is_current: session.id === own.id }),
      );
      return { envelope: succeed<Session[]>(sessions.reverse()) };
    }),

    api.delete('/auth/sessions/:id', (call) => {
      const { account, session: own } = call.caller();
      const { id = '' } = call.params;
      const found = tables.sessions.all().find((session) => session.id === id && session.account === account.id);
      if (found === undefined || (account.role === 'guest' && id !== own.id)) throw new Problem('SESSION_NOT_FOUND');
      tables.sessions.replace(tables.sessions.all().filter((session) => session !== found));
      return { envelope: succeed({ id }, call.now) };
    }),

    api.post('/auth/change-password', async (call) => {
      const { account, session: own } = memberOnly(call.caller());
      const { current_password, new_password } = call.input(ChangePassword);
      refuseCommonPassword(new_password, [account.username, account.email], 'new_password');
      if (!(await isPassword(account, current_password))) throw new Problem('WRONG_PASSWORD');
      change(mock, { ...account, ...(await keptPassword(new_password)) });
      const others = tables.sessions.all().filter(({ account: of, id }) => of !== account.id || id === own.id);
      tables.sessions.replace(others);
      switchKeysOff(mock, account);
      mailTo(mock, account, 'password-changed');
      return { envelope: succeed({ message: 'Password changed successfully' }, call.now) };
    }),

    api.delete('/auth/me', async (call) => {
      const { account } = memberOnly(call.caller());
      if (!(await isPassword(account, call.input(EraseAccount).password))) throw new Problem('WRONG_PASSWORD');
      tables.anecdotes(account.id).replace([]);
      tables.keys.replace(tables.keys.all().filter((key) => key.user_id !== account.id));
      tables.links.replace(tables.links.all().filter((link) => link.account !== account.id));
      tables.mails.replace(tables.mails.all().filter((mail) => mail.account !== account.id));
      tables.sessions.replace(tables.sessions.all().filter((session) => session.account !== account.id));
      tables.accounts.replace(tables.accounts.all().filter(({ id }) => id !== account.id));
      return { envelope: succeed({ message: 'Your account has been erased' }, call.now) };
    }),

    api.get('/email-tracking/stats', (call) => {
      const { account } = call.caller();
      const own = tables.mails.all().filter((mail) => mail.account === account.id);
      return { envelope: succeed<EmailTrackingStat[]>(own.map(({ account: _, ...mail }) => mail).reverse()) };
    }),
  ];
}

function userOf({ id, username, email, full_name, role, created_at }: MockAccount): User {
  return { id, username, email, name: full_name, full_name, role, is_active: true, created_at };
}
