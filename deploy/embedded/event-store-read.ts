import type { EventId, EventMetadata, Position, StoredEvent } from '@anecdotes/contracts';
import type { StreamsRange } from '@anecdotes/projection-service/event-source';
import type pg from 'pg';

/** The position of the last event, 0 for an empty log. */
export async function readHead(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ position: bigint }>({ name: 'head', text: 'select position from log.head' });
  return rows[0]?.position ?? 0n;
}

/** The first event, undefined for an empty log. */
export async function readFirst(pool: pg.Pool): Promise<StoredEvent | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'first',
    text: `select ${COLUMNS} from log.events order by position limit 1`,
  });
  return rows.map(toEvent)[0];
}

/** The events of `types` after `after`, in the log's order. */
export async function* readTypes(
  pool: pg.Pool,
  types: readonly string[],
  after: Position,
): AsyncGenerator<StoredEvent, void, void> {
  const end = await readHead(pool);
  // Reads windows of positions, so that no query takes long, however few events are of these types.
  for (let from = after; from < end; from += TYPE_WINDOW) {
    const { rows } = await pool.query<Row>({
      name: 'types',
      text: `select ${COLUMNS} from log.events where position > $1 and position <= $2 and type = any($3)
             order by position`,
      values: [from, from + TYPE_WINDOW, types],
    });
    yield* rows.map(toEvent);
  }
}

const TYPE_WINDOW = 50_000n;

/** The id of the event at `position`, undefined where there is none. */
export async function readIdAt(pool: pg.Pool, position: Position): Promise<EventId | undefined> {
  const { rows } = await pool.query<{ event_id: EventId }>({
    name: 'id at',
    text: 'select event_id from log.events where position = $1',
    values: [position],
  });
  return rows[0]?.event_id;
}

/**
 * At most `size` events after `after`, in log order: the first one, and more while their data fits into `bytes`. The
 * stored (compressed) size is counted, in Postgres, before any data is sent.
 */
export async function readPage(pool: pg.Pool, after: Position, size: number, bytes: number): Promise<Page> {
  const { rows } = await pool.query<Row & { is_cut: boolean }>({
    name: 'page',
    text: `select ${COLUMNS}, count(*) over () < found as is_cut from (
             select *, count(*) over () as found,
                    sum(pg_column_size(data)) over (order by position) - pg_column_size(data) as before
             from (select * from log.events where position > $1 order by position limit $2) page
           ) sized where before = 0 or before + pg_column_size(data) <= $3 order by position`,
    values: [after, size, bytes],
  });
  return { events: rows.map(toEvent), isFull: rows.length >= size || rows[0]?.is_cut === true };
}

/** A page of the log; `isFull` when a limit of its size ended it, so that there may be more events already. */
export type Page = { readonly events: StoredEvent[]; readonly isFull: boolean };

/** Implements `readStream` of EventLog. */
export async function readStream(
  pool: pg.Pool,
  stream: string,
  options: { direction?: 'forward' | 'backward'; from?: number; limit?: number } = {},
): Promise<StoredEvent[]> {
  const { direction = 'forward', limit } = options;
  const from = options.from ?? (direction === 'forward' ? 0 : LAST_REVISION);
  const [comparison, order] = direction === 'forward' ? ['>=', 'asc'] : ['<=', 'desc'];
  const { rows } = await pool.query<Row>({
    name: `stream ${direction}`,
    text: `select ${COLUMNS} from log.events where stream = $1 and revision ${comparison} $2
           order by revision ${order} limit $3`,
    values: [stream, from, limit ?? null],
  });
  return rows.map(toEvent);
}

/** Implements `readStreams` of EventSource. */
export async function readStreams(
  pool: pg.Pool,
  streams: readonly string[],
  { until, superseded, signal }: StreamsRange,
): Promise<StoredEvent[]> {
  signal.throwIfAborted();
  const { rows } = await pool.query<Row>({
    name: 'streams',
    text: `select ${COLUMNS} from log.events where position = any(array(
             select position from (
               select position, type, row_number() over (partition by stream, type order by revision desc) as nth
               from log.events where stream = any($1) and position <= $2
             ) as found where nth = 1 or type <> all($3)
           )) order by position`,
    values: [streams, until, superseded],
  });
  return rows.map(toEvent);
}

const LAST_REVISION = 2_147_483_647;
const COLUMNS = `position, stream, revision, event_id, type, data::text as data, metadata::text as metadata, recorded_at`;

type Row = {
  position: bigint;
  stream: string;
  revision: number;
  event_id: EventId;
  type: string;
  data: string;
  metadata: string;
  recorded_at: Date;
};

function toEvent(row: Row): StoredEvent {
  return {
    id: row.event_id,
    stream: row.stream,
    revision: row.revision,
    position: row.position,
    type: row.type,
    data: JSON.parse(row.data),
    metadata: JSON.parse(row.metadata) as EventMetadata,
    recordedAt: row.recorded_at,
  };
}
