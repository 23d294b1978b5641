import { type AccountId, type Position, Problem, type StoredEvent } from '@anecdotes/contracts';
import { requireAuthentication } from '@anecdotes/contracts/server/auth/authentication';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { openViewsIn } from '@anecdotes/projection-service/db/database';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import { historyProjector } from '@anecdotes/projection-service/history/projector';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import {
  createGeneration,
  dropGeneration,
  expectUninterrupted,
  finishFilling,
  type Generation,
} from '@anecdotes/projection-service/projection/generation';
import { accountOf } from '@anecdotes/projection-service/projection/quarantine';
import { runProjection } from '@anecdotes/projection-service/projection/run';
import { anecdoteRoutes, tagRoutes } from '@anecdotes/projection-service/routes';
import type { Progress } from '../shared/progress.ts';
import type { AuditedSystem } from './system.ts';

/** An answer of the API about a past journal. */
export type Replayed = {
  /** The last position of the log that was folded. */
  readonly position: Position;
  readonly status: number;
  readonly answer: unknown;
};

/** A position of the log, or a time: the replay ends before the account's first change after that time. */
export type Until = { readonly position: Position } | { readonly time: Date };

/**
 * Folds the events of `account` up to `until` into scratch tables and answers the API request `path` from them, such as
 * `/api/anecdotes?search=river`. The live views are neither read nor changed.
 */
export async function replay(
  system: AuditedSystem,
  { account, until, path }: { account: AccountId; until: Until; path: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<Replayed> {
  const { pool, projectors } = system;
  const head = await system.source.head();
  const scratch = await createGeneration(pool, projectors, 'scratch');
  try {
    const prefix = prefixOf(system.source, account, until, head);
    if (head > 0n) {
      const onBatch = ({ moved }: { moved: { position: Position } }) => {
        progress.step('Replaying', moved.position, head);
        return moved.position >= prefix.end() ? ('stop' as const) : undefined;
      };
      const folded = { ...system, source: prefix.source };
      await runProjection(folded, { target: scratch.id, countsLater: true, signal, onBatch });
    }
    signal.throwIfAborted();
    await finishFilling(pool, projectors, scratch);
    await expectUninterrupted(pool, scratch);
    return { position: prefix.end(), ...(await ask(system, scratch, account, path, prefix.lastAt())) };
  } finally {
    await dropGeneration(pool, scratch.id);
  }
}

/** The events of `account` up to `until` as an event source. `end` and `lastAt` are final once it has been read. */
function prefixOf(source: EventSource, account: AccountId, until: Until, head: Position) {
  let end = 'position' in until && until.position < head ? until.position : head;
  let lastAt = new Date(0);
  const isLater = ({ type, metadata }: StoredEvent) =>
    'time' in until && type in historyProjector.handlers && Date.parse(metadata.at) > until.time.getTime();

  async function* follow(options: Parameters<EventSource['follow']>[0]) {
    for await (const batch of source.follow(options)) {
      const own = batch.events.filter((event) => accountOf(event) === account);
      const later = own.find(isLater);
      if (later !== undefined && later.position <= end) end = later.position - 1n;
      const events = own.filter(({ position }) => position <= end);
      lastAt = events.at(-1)?.recordedAt ?? lastAt;
      const isEnd = batch.position >= end;
      yield { events, position: isEnd ? end : batch.position };
    }
  }

  return { source: { ...source, follow }, end: () => end, lastAt: () => lastAt };
}

/** Sends the request to the routes of the API, as the owner of the journal. */
async function ask(
  { pool }: AuditedSystem,
  { schema }: Generation,
  account: AccountId,
  path: string,
  now: Date,
): Promise<Pick<Replayed, 'status' | 'answer'>> {
  const app = createHttpServer({ logger: false });
  requireAuthentication(app, async () => ({
    account,
    role: 'member',
    kind: 'api-key',
    key: account as never,
    scopes: ['read'],
  }));
  const db = openViewsIn(schema, pool);
  const routes = {
    db,
    keyset: createKeyset(new Uint8Array(32)),
    clock: () => now,
    past: {
      read() {
        throw new Problem('MALFORMED_REQUEST', { message: 'as_of is what --until says' });
      },
    },
  };
  anecdoteRoutes(app, routes);
  tagRoutes(app, routes);
  const { statusCode, body } = await app.inject({ url: path });
  await app.close();
  return { status: statusCode, answer: JSON.parse(body) };
}
