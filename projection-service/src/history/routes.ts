import {
  ChangedAnecdotes,
  HistoryFilter,
  HistoryPage,
  HistoryPageParameters,
  HistoryParameters,
  succeed,
  success,
} from '@anecdotes/contracts';
import { type Principal, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { anecdoteIdOf, found } from '../anecdotes/id.ts';
import { changedAnecdotes, type HistoryReader, historyOf, historyOfAnecdote, trashOf } from './queries.ts';

const config = { access: 'journal', scope: 'read', limit: 'read' } as const;
const conditional = { ...config, isConditional: true } as const;
const response = { 200: HistoryPage };

/** The routes of the history; each answers about the caller's own journal and account. */
export function historyRoutes(app: HttpServer, reader: HistoryReader & { clock: () => Date }): void {
  app.get('/api/history', { config: conditional, schema: { querystring: HistoryParameters, response } }, (request) => {
    const principal = principalOf(request);
    return historyOf(reader, principal.account, request.query, seesAccount(principal));
  });

  app.get(
    '/api/history/anecdotes',
    { config: conditional, schema: { querystring: HistoryFilter, response: { 200: success(ChangedAnecdotes) } } },
    async (request) => succeed(await changedAnecdotes(reader.db, principalOf(request).account, request.query)),
  );

  app.get('/api/anecdotes/trash', { config, schema: { querystring: HistoryPageParameters, response } }, (request) =>
    trashOf(reader, principalOf(request).account, request.query, reader.clock()),
  );

  app.get(
    '/api/anecdotes/:id/history',
    { config: conditional, schema: { querystring: HistoryPageParameters, response } },
    async (request) =>
      found(await historyOfAnecdote(reader, principalOf(request).account, anecdoteIdOf(request.params), request.query)),
  );
}

/**
 * True if the caller sees changes of the account. Programs only see the journal, and so does the guest, whose account
 * many share.
 */
export function seesAccount({ kind, role }: Principal): boolean {
  return kind === 'person' && role === 'member';
}
