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
import { changeAccount, credentialOf, isPassword, refuseCommonPassword } from './accounts.ts';
import { paths } from './call.ts';
import { memberOnly } from './callers.ts';
import type { Mock } from './context.ts';
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
        .filter(
          (session) => session.account === account.account && (account.role === 'member' || session.id === own.id),
        );
      const sessions = visible.map(
        ({ account: _, ...session }): Session => ({ ...session, is_current: session.id === own.id }),
      );
      return { envelope: succeed<Session[]>(sessions.reverse()) };
    }),

    api.delete('/auth/sessions/:id', (call) => {
      const { account, session: own } = call.caller();
      const { id = '' } = call.params;
      const found = tables.sessions.all().find((session) => session.id === id && session.account === account.account);
      if (found === undefined || (account.role === 'guest' && id !== own.id)) throw new Problem('SESSION_NOT_FOUND');
      tables.sessions.replace(tables.sessions.all().filter((session) => session !== found));
      return { envelope: succeed({ id }, call.now) };
    }),

    api.post('/auth/change-password', async (call) => {
      const { account, session } = memberOnly(call.caller());
      const { current_password, new_password } = call.input(ChangePassword);
      refuseCommonPassword(new_password, [account.username, account.email], 'new_password');
      if (!(await isPassword(account, current_password))) throw new Problem('WRONG_PASSWORD');
      const credential = await credentialOf(new_password);
      changeAccount(mock, account, { type: 'ChangePassword' }, { credential, session: session.id });
      return { envelope: succeed({ message: 'Password changed successfully' }, call.now) };
    }),

    api.delete('/auth/me', async (call) => {
      const { account } = memberOnly(call.caller());
      if (!(await isPassword(account, call.input(EraseAccount).password))) throw new Problem('WRONG_PASSWORD');
      changeAccount(mock, account, { type: 'EraseAccount' });
      return { envelope: succeed({ message: 'Your account has been erased' }, call.now) };
    }),

    api.get('/email-tracking/stats', (call) => {
      const { account } = call.caller();
      const own = tables.mails.all().filter((mail) => mail.account === account.account);
      return { envelope: succeed<EmailTrackingStat[]>(own.map(({ account: _, ...mail }) => mail).reverse()) };
    }),
  ];
}

function userOf({ account: id, username, email, full_name, role, journalSince: created_at }: MockAccount): User {
  return { id, username, email, name: full_name, full_name, role, is_active: true, created_at };
}
