import { Problem } from '@anecdotes/contracts';
import { getResponse } from 'msw/utils/get-response';
import { accountHandlers } from './account-handlers.ts';
import { ensureGuest } from './accounts.ts';
import { anecdoteHandlers } from './anecdote-handlers.ts';
import { apiKeyHandlers } from './api-key-handlers.ts';
import { batchHandlers } from './batch-handlers.ts';
import { failureOf } from './call.ts';
import { type Conditions, happen } from './conditions.ts';
import type { Mock } from './context.ts';
import { journalHandlers } from './journal-handlers.ts';
import { createLive } from './live.ts';
import { otherHandlers } from './other-handlers.ts';
import { ownAccountHandlers } from './own-account-handlers.ts';
import type { Keep } from './storage.ts';
import { openTables } from './tables.ts';

export type MockDependencies = Pick<Mock, 'clock' | 'deliver'> & {
  readonly keep: Keep;
  /** Asked before every call. */
  readonly conditions: () => Conditions;
};

/** The service's API without a service: answers every call of the web app from what `keep` holds. */
export async function createMock({ keep, conditions, ...rest }: MockDependencies) {
  const tables = openTables(keep);
  const live = createLive(tables);
  const mock: Mock = { tables, changed: live.changed, ...rest };
  await ensureGuest(mock);
  const handlers = [
    live.handler(mock),
    ...accountHandlers(mock),
    ...ownAccountHandlers(mock),
    ...apiKeyHandlers(mock),
    ...batchHandlers(mock),
    ...anecdoteHandlers(mock),
    ...journalHandlers(mock),
    ...otherHandlers(mock),
  ];
  return {
    ...mock,
    async answer(request: Request): Promise<Response> {
      try {
        if (!request.url.endsWith('/api/live')) await happen(conditions(), request.signal);
        return (await getResponse(handlers, request)) ?? failureOf(new Problem('NOT_FOUND'), mock);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return failureOf(error, mock);
      }
    },
  };
}
