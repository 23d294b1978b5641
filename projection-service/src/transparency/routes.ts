import {
  type AnecdoteId,
  AnecdoteProof,
  NoParameters,
  Problem,
  type StoredEvent,
  streams,
  succeed,
  success,
} from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { anecdoteIdOf, found } from '../anecdotes/id.ts';
import { findAnecdote } from '../anecdotes/queries.ts';
import type { ViewsDatabase } from '../db/database.ts';
import type { EventSource } from '../event-source.ts';
import type { Transparency } from './start.ts';

type Proving = {
  readonly db: ViewsDatabase;
  readonly source: Pick<EventSource, 'readStream'>;
  readonly keys: EventKeys;
  readonly transparency?: Pick<Transparency, 'prove'> | undefined;
};

const READ_WITHIN_MS = 5_000;

/** `GET /api/anecdotes/:id/proof`: a proof of an anecdote that its owner can show to others. */
export function proofRoute(app: HttpServer, { db, source, keys, transparency }: Proving): void {
  app.get(
    '/api/anecdotes/:id/proof',
    {
      config: { access: 'journal', scope: 'read', limit: 'read' },
      schema: { querystring: NoParameters, response: { 200: success(AnecdoteProof) } },
    },
    async (request) => {
      const id = anecdoteIdOf(request.params);
      found(await findAnecdote(db, principalOf(request).account, id));
      const event = found(await lastContent(db, source, id));
      const { subject, key_id: keyId } = event.metadata;
      const [key] = subject === null ? [] : await keys.getAll([{ subject, keyId }]);
      if (!(key instanceof Uint8Array)) throw new Problem('ANECDOTE_NOT_FOUND');
      const proof = await transparency?.prove(event, key);
      if (proof === undefined) throw new Problem('PROOF_NOT_FOUND');
      return succeed({ name: `anecdote-${id}.tlog-proof`, proof });
    },
  );
}

/** The last event that has the content of anecdote `id`. */
async function lastContent(
  db: ViewsDatabase,
  source: Pick<EventSource, 'readStream'>,
  id: string,
): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('history')
    .select('revision')
    .where('about', '=', id)
    .where('type', 'in', ['AnecdoteCreated', 'AnecdoteEdited', 'AnecdoteRestored'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const signal = AbortSignal.timeout(READ_WITHIN_MS);
  const [event] = await source.readStream(streams.anecdote(id as AnecdoteId), { from: row.revision, limit: 1, signal });
  return event;
}
