import {
  ChangePassword,
  type EmailTrackingStat,
  EraseAccount,
  Problem,
  type Session,
  type User,
} from '@anecdotes/contracts';
import { changeAccount, credentialOf, isPassword } from './accounts.ts';
import type { Routes } from './call.ts';
import type { MockMail, MockSession } from './tables.ts';

/** The calls of people about themselves. */
export const ownAccountRoutes: Routes = {
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
    return { data: own.map(viewOf).reverse() };
  },

  'delete /auth/sessions/:id': (call) => {
    const { account } = call.caller();
    const { id } = call.params;
    const { sessions } = call.tables;
    const isMeant = (session: MockSession) => session.id === id && session.account === account.id;
    if (!sessions.all().some(isMeant)) throw new Problem('SESSION_NOT_FOUND');
    sessions.remove(isMeant);
    return { data: { id } };
  },

  'post /auth/change-password': async (call) => {
    const { account, session } = call.member();
    const { current_password, new_password } = call.input(ChangePassword);
    if (!(await isPassword(account, current_password))) throw new Problem('WRONG_PASSWORD');
    const credential = await credentialOf(new_password, 'new_password');
    changeAccount(call, account, { type: 'ChangePassword' }, { credential, session: session.id });
    return { data: { message: 'Password changed successfully' } };
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
