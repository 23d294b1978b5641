import { type AccountId, headers, NoParameters, Problem, succeed, type User } from '@anecdotes/contracts';
import { apiKeyUses } from '@anecdotes/contracts/server/auth/api-keys';
import { memberOf, personOf } from '@anecdotes/contracts/server/auth/authentication';
import { isSessionLive, listSessions, type RenewToken } from '@anecdotes/contracts/server/auth/sessions';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type pg from 'pg';
import { apiKeysOf } from '../api-keys/queries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import { emailStatistics } from '../email-tracking/queries.ts';
import { findUser } from './queries.ts';

export type AccountRouteDependencies = {
  db: ViewsDatabase;
  vault: pg.Pool;
  keys: SubjectKeys;
  renewToken: RenewToken;
  showsEmailStatistics: boolean;
  /** E-mail addresses of people whose uses are counted apart, in lower case. */
  testUsers: readonly string[];
};

/** The questions of people about themselves: who they are, their sessions, keys and mails. */
export function accountRoutes(app: HttpServer, deps: AccountRouteDependencies): void {
  const { db, vault, keys, renewToken, showsEmailStatistics, testUsers } = deps;
  const schema = { querystring: NoParameters };
  const ofPerson = { config: { access: 'person', limit: 'read' }, schema } as const;
  const ofMember = { config: { access: 'member', limit: 'read' }, schema } as const;

  app.get('/api/auth/me', ofPerson, async (request, reply) => {
    const caller = personOf(request);
    const user = await findUser(db, caller.account);
    if (user === undefined) {
      if (!(await isSessionLive(vault, caller))) throw new Problem('UNAUTHENTICATED');
      throw new Problem('NOT_YET_VISIBLE', { retryAfter: 1 });
    }
    const renewed = await renewToken(caller);
    if (renewed !== undefined) reply.header(headers.renewedToken, renewed);
    const isTestUser = user.email !== null && testUsers.includes(user.email.toLowerCase());
    return succeed<User>({ ...user, ...(isTestUser && { is_test_user: true }) });
  });

  app.get('/api/auth/sessions', ofPerson, async (request) =>
    succeed(await listSessions(vault, keys, personOf(request))),
  );

  const usesOf = (account: AccountId) => apiKeyUses(vault, account);
  app.get('/api/api-keys', ofMember, async (request) =>
    succeed(await apiKeysOf(db, usesOf, memberOf(request).account)),
  );

  app.get('/api/email-tracking/stats', ofPerson, async (request) => {
    if (!showsEmailStatistics) throw new Problem('FORBIDDEN');
    return succeed(await emailStatistics(db, personOf(request).account));
  });
}
