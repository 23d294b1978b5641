import type { Position } from '@anecdotes/contracts';
import { toTextArray } from '@anecdotes/contracts/server/postgres/text-array';
import { BATCH_BYTES, bytesOf } from '@anecdotes/projection-service/event-source';
import type pg from 'pg';
import { digestOf, linkOf } from '../embedded/event-store-chain.ts';
import type { ReadableLog } from '../log-copy/copy.ts';
import type { ChainedEvent } from './read-backup.ts';

const AT_ONCE = 2_000;

/**
 * Stores `events` in the empty log of a database, in the transaction of `tx`, with their ids, revisions and times, at
 * positions from 1 on. Returns the last position.
 */
export async function storeEvents(
  tx: pg.ClientBase,
  events: AsyncIterable<ChainedEvent>,
  onProgress: (position: Position) => void,
): Promise<Position> {
  let position = 0n;
  let hash: Uint8Array = Buffer.alloc(0);
  for await (const batch of inBatches(events)) {
    const rows = batch.map(({ data, metadata, ...event }) => {
      const texts = { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
      position += 1n;
      hash = event.hash ?? linkOf(hash, digestOf({ ...event, ...texts }));
      return { ...event, ...texts, position, hash };
    });
    await tx.query(
      `insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at, hash)
       select position, stream, revision, id, type, data::json, metadata::json,
              timestamptz 'epoch' + microseconds * interval '1 microsecond', decode(hash, 'hex')
       from unnest($1::bigint[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[],
                   $9::text[]) e(position, stream, revision, id, type, data, metadata, microseconds, hash)`,
      [
        rows.map((row) => row.position),
        toTextArray(rows.map((row) => row.stream)),
        rows.map((row) => row.revision),
        rows.map((row) => row.id),
        toTextArray(rows.map((row) => row.type)),
        toTextArray(rows.map((row) => row.data)),
        toTextArray(rows.map((row) => row.metadata)),
        rows.map((row) => row.recordedAtMicroseconds),
        rows.map((row) => Buffer.from(row.hash).toString('hex')),
      ],
    );
    onProgress(batch.at(-1)?.position ?? 0n);
  }
  await tx.query(
    'insert into log.streams (stream, revision) select stream, max(revision) from log.events group by stream',
  );
  await tx.query('update log.head set position = $1, hash = $2', [position, Buffer.from(hash)]);
  return position;
}

/** The same events as a log that can be copied; `last` is the last one. */
export function sourceOf(
  events: () => AsyncIterable<ChainedEvent>,
  last: Pick<ChainedEvent, 'position' | 'id'>,
): ReadableLog {
  return {
    head: async () => last.position,
    idAt: async (position) => (position === last.position ? last.id : undefined),
    async *follow({ after }) {
      for await (const batch of inBatches(events())) {
        const wanted = batch.filter(({ position }) => position > after);
        const position = batch.at(-1)?.position ?? after;
        const stored = wanted.map(({ recordedAtMicroseconds, hash: _, ...event }) => ({
          ...event,
          recordedAt: new Date(Number(recordedAtMicroseconds / 1_000n)),
        }));
        yield { events: stored, position };
      }
    },
  };
}

async function* inBatches(events: AsyncIterable<ChainedEvent>): AsyncGenerator<readonly ChainedEvent[], void, void> {
  let [batch, bytes]: [ChainedEvent[], number] = [[], 0];
  for await (const event of events) {
    batch.push(event);
    bytes += bytesOf(event);
    if (batch.length < AT_ONCE && bytes < BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
