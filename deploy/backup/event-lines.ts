import type { EventId, EventMetadata, JsonObject, Position, StoredEvent } from '@anecdotes/contracts';
import type { EventSource } from '@anecdotes/projection-service/event-source';
import type pg from 'pg';
import { type HashedEvent, readHashedPage } from '../embedded/event-store-chain.ts';
import { eventsOf, expectEnd } from '../shared/events-of.ts';

/**
 * An event as stored in a backup. Its time is in microseconds, because the hash chain of a log in Postgres covers it.
 */
export type BackedUpEvent = Omit<StoredEvent, 'recordedAt'> & { readonly recordedAtMicroseconds: bigint };

/** What was written to a file: the number of events, and the position, id and chain hash of the last one. */
export type Written = {
  events: number;
  position: Position;
  lastEvent: string;
  /** In hexadecimal; null for a log in EventStoreDB, which has no chain. */
  chain: string | null;
};

/** A line for each event after `after` and up to `until`; `written` is updated with each. Throws ConfigurationError. */
export async function* eventLines(
  log: { readonly source: EventSource; readonly pool: pg.Pool | undefined },
  { after, until }: { after: Position; until: Position },
  written: Written,
): AsyncGenerator<string, void, void> {
  const { source, pool } = log;
  const count = (position: Position, id: string, chain: string | null) => {
    written.events += 1;
    [written.position, written.lastEvent, written.chain] = [position, id, chain];
  };
  if (pool === undefined) {
    for await (const event of eventsOf(source, until, after)) {
      count(event.position, event.id, null);
      yield toLine({
        ...event,
        data: JSON.stringify(event.data),
        metadata: JSON.stringify(event.metadata),
        recordedAtMicroseconds: BigInt(event.recordedAt.getTime()) * 1_000n,
      });
    }
    return;
  }
  await expectEnd(source, until);
  for (let last = after; last < until; ) {
    const page = await readHashedPage(pool, last, until);
    for (const event of page) {
      count(event.position, event.id, event.hash.toString('hex'));
      yield toLine(event);
    }
    const end = page.at(-1)?.position;
    if (end === undefined) throw new Error(`the log has no event after position ${last}`);
    last = end;
  }
}

/** Data and metadata keep the exact text that the log holds. */
function toLine(event: Omit<HashedEvent, 'hash'>): string {
  const { position, stream, revision, id, type, recordedAtMicroseconds, data, metadata } = event;
  const clear = JSON.stringify({
    position: String(position),
    stream,
    revision,
    id,
    type,
    recorded_at: String(recordedAtMicroseconds),
  });
  return `${clear.slice(0, -1)},"data":${data},"metadata":${metadata}}`;
}

/** Parses the event in a line. Throws SyntaxError for invalid JSON. */
export function toEvent(line: string): BackedUpEvent {
  const { position, stream, revision, id, type, recorded_at, data, metadata } = JSON.parse(line) as {
    [field: string]: unknown;
  };
  return {
    position: BigInt(String(position)),
    stream: String(stream),
    revision: Number(revision),
    id: String(id) as EventId,
    type: String(type),
    recordedAtMicroseconds: BigInt(String(recorded_at)),
    data: data as JsonObject,
    metadata: metadata as EventMetadata,
  };
}
