import { type Append, type AppendResult, type ExpectedRevision, ownerOf } from '@anecdotes/command-service/event-log';
import type { EventId } from '@anecdotes/contracts';
import { createGroupCommit } from '@anecdotes/contracts/server/concurrency/group-commit';
import { sqlStateOf, UNIQUE_VIOLATION } from '@anecdotes/contracts/server/postgres/sql-state';
import { toTextArray } from '@anecdotes/contracts/server/postgres/text-array';
import pg from 'pg';

/** Thrown for an append whose event ids are already used by other events; repeating it cannot help. */
class EventIdReused extends Error {
  override name = 'EventIdReused';
  readonly stream: string;

  constructor(stream: string) {
    super('event ids are used by other events');
    this.stream = stream;
  }
}

/**
 * Implements `append` of EventLog over `pool`. Appends that wait together are stored by one call of `log.append`, a
 * single event by `log.append_one`; `onAppended` is called after each commit that stored something.
 */
export function createAppender(pool: pg.Pool, onAppended: () => void): (append: Append) => Promise<AppendResult> {
  async function store(
    appends: readonly Prepared[],
    statement = statementOf(appends),
  ): Promise<PromiseSettledResult<AppendResult>[]> {
    const { rows } = await pool.query<Row>(statement);
    if (rows.some((row) => row.outcome === 'appended')) onAppended();
    return appends.map(({ stream }, index) => toResult(stream, rows[index]));
  }

  async function storeAlone(append: Prepared): Promise<PromiseSettledResult<AppendResult>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [result] = await store([append], groupStatement([append]));
        if (result !== undefined) return result;
      } catch (error) {
        // A race for an event id or a deadlock ends when the other transaction commits; a second try shows the outcome.
        if (attempt === 1 && isRace(error)) continue;
        const reason = sqlStateOf(error) === UNIQUE_VIOLATION ? new EventIdReused(append.stream) : error;
        return { status: 'rejected', reason };
      }
    }
  }

  const commit = createGroupCommit<Prepared, AppendResult>({
    keyOf: (append) => append.stream,
    ownerOf: (append) => append.owner,
    bytesOf: (append) => append.bytes,
    room: LARGEST_GROUP,
    async write(appends) {
      try {
        return await store(appends);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const results: PromiseSettledResult<AppendResult>[] = [];
        for (const append of appends) results.push(await storeAlone(append));
        return results;
      }
    },
  });

  return async (append) => {
    if (append.events.length === 0) throw new Error('an append needs an event');
    return commit(prepared(append));
  };
}

/** Storing this many bytes takes about 20 ms; the next appends wait for that long. */
const LARGEST_GROUP = { count: 256, bytes: 1024 * 1024 };
const APPEND = `select * from log.append($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::text[],
  $8::text[], $9::text[])`;
const APPEND_ONE = 'select * from log.append_one($1, $2, $3, $4, $5, $6)';

type Row = {
  outcome: 'appended' | 'duplicate' | 'conflict' | 'reused';
  last_revision: number | null;
  last_position: bigint | null;
};

/** An append as it is stored, with its approximate size in bytes and the account that waits for it. */
type Prepared = Pick<Append, 'stream' | 'expectedRevision'> & {
  readonly owner: string;
  readonly bytes: number;
  readonly events: readonly { id: EventId; type: string; data: string; metadata: string }[];
};

function prepared(append: Append): Prepared {
  const { stream, expectedRevision, events } = append;
  let bytes = 0;
  const texts = events.map(({ id, type, ...event }) => {
    const data = JSON.stringify(event.data);
    const metadata = JSON.stringify(event.metadata);
    bytes += data.length + metadata.length;
    return { id, type, data, metadata };
  });
  return { stream, expectedRevision, owner: ownerOf(append), bytes, events: texts };
}

function statementOf(appends: readonly Prepared[]): pg.QueryConfig {
  const [append] = appends;
  const [event] = append?.events ?? [];
  if (append === undefined || event === undefined || appends.length > 1 || append.events.length > 1) {
    return groupStatement(appends);
  }
  const { id, type, data, metadata } = event;
  const values = [append.stream, toNumber(append.expectedRevision), id, type, data, metadata];
  return { name: 'append-one', text: APPEND_ONE, values };
}

function groupStatement(appends: readonly Prepared[]): pg.QueryConfig {
  return { name: 'append', text: APPEND, values: toParameters(appends) };
}

function toParameters(appends: readonly Prepared[]): unknown[] {
  const streams: string[] = [];
  const expected: number[] = [];
  const counts: number[] = [];
  const ofAppend: number[] = [];
  const offsets: number[] = [];
  const ids: EventId[] = [];
  const types: string[] = [];
  const data: string[] = [];
  const metadata: string[] = [];
  for (const append of appends) {
    streams.push(append.stream);
    expected.push(toNumber(append.expectedRevision));
    counts.push(append.events.length);
    append.events.forEach((event, offset) => {
      ofAppend.push(streams.length);
      offsets.push(offset);
      ids.push(event.id);
      types.push(event.type);
      data.push(event.data);
      metadata.push(event.metadata);
    });
  }
  return [
    toTextArray(streams),
    expected,
    counts,
    ofAppend,
    offsets,
    ids,
    toTextArray(types),
    toTextArray(data),
    toTextArray(metadata),
  ];
}

function toNumber(expected: ExpectedRevision): number {
  if (expected === 'no-stream') return -1;
  return expected === 'any' ? -2 : expected;
}

function toResult(stream: string, row: Row | undefined): PromiseSettledResult<AppendResult> {
  if (row === undefined) return { status: 'rejected', reason: new Error('the log gave no answer') };
  const { outcome, last_revision: revision, last_position: position } = row;
  if (outcome === 'reused') return { status: 'rejected', reason: new EventIdReused(stream) };
  if (outcome === 'conflict') return { status: 'fulfilled', value: { status: 'conflict', revision } };
  if (revision === null || position === null) throw new Error('the log answered without a revision or a position');
  return { status: 'fulfilled', value: { status: 'appended', revision, position } };
}

/** Classes of errors of the server as a whole, such as overload; trying the appends one by one would not help. */
const SERVER_CLASSES = new Set(['08', '53', '55', '57', '58', 'XX']);

/** True when Postgres itself refused and rolled back; after any other error the outcome is unknown. */
function isRefusal(error: unknown): boolean {
  const code = sqlStateOf(error);
  return error instanceof pg.DatabaseError && !SERVER_CLASSES.has(code.slice(0, 2));
}

const TRANSACTION_ROLLBACK = '40';

function isRace(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === UNIQUE_VIOLATION || code.startsWith(TRANSACTION_ROLLBACK);
}
