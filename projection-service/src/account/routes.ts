import {
  type AccountId,
  ApiKey,
  EmailTrackingStat,
  headers,
  NoParameters,
  Problem,
  Session,
  succeed,
  success,
  User,
} from '@anecdotes/contracts';
import { apiKeyUses } from '@anecdotes/contracts/server/auth/api-keys';
import { memberOf, personOf } from '@anecdotes/contracts/server/auth/authentication';
import { isSessionLive, listSessions, type RenewToken } from '@anecdotes/contracts/server/auth/sessions';
import type { SubjectKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type pg from 'pg';
import { z } from 'zod';
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
  /** E-mail addresses, in lower case, of people whose use of the product is counted separately. */
  testUsers: readonly string[];
};

/** The routes by which people ask about themselves: their account, sessions, API keys and mails. */
export function accountRoutes(app: HttpServer, deps: AccountRouteDependencies): void {
  const { db, vault, keys, renewToken, showsEmailStatistics, testUsers } = deps;
  const options = <A extends 'person' | 'member', Data extends z.ZodType>(access: A, data: Data) => ({
    config: { access, limit: 'read' } as const,
    schema: { querystring: NoParameters, response: { 200: success(data) } },
  });

  app.get('/api/auth/me', options('person', User), async (request, reply) => {
    const caller = personOf(request);
    const user = await findUser(db, caller.account);
    if (user === undefined) {
      if (!(await isSessionLive(vault, caller))) throw new Problem('UNAUTHENTICATED');
      throw new Problem('NOT_YET_VISIBLE', { retryAfter: 1 });
    }
    const renewed = await renewToken(caller);
    if (renewed !== undefined) reply.header(headers.renewedToken, renewed);
    const isTestUser = user.email !== null && testUsers.includes(user.email.toLowerCase());
    return succeed({ ...user, ...(isTestUser && { is_test_user: true }) });
  });

  app.get('/api/auth/sessions', options('person', z.array(Session)), async (request) =>
    succeed(await listSessions(vault, keys, personOf(request))),
  );

  const usesOf = (account: AccountId) => apiKeyUses(vault, account);
  app.get('/api/api-keys', options('member', z.array(ApiKey)), async (request) =>
    succeed(await apiKeysOf(db, usesOf, memberOf(request).account)),
  );

  app.get('/api/email-tracking/stats', options('person', z.array(EmailTrackingStat)), async (request) => {
    if (!showsEmailStatistics) throw new Problem('FORBIDDEN');
    return succeed(await emailStatistics(db, personOf(request).account));
  });
}
