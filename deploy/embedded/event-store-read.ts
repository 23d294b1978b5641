import type { EventId, EventMetadata, Position, StoredEvent } from '@anecdotes/contracts';
import type pg from 'pg';

/** The position of the last event, 0 for an empty log. */
export async function readHead(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ position: bigint }>({ name: 'head', text: 'select position from log.head' });
  return rows[0]?.position ?? 0n;
}

/** At most `size` events after `after`, in the log's order. */
export async function readPage(pool: pg.Pool, after: Position, size: number): Promise<StoredEvent[]> {
  const { rows } = await pool.query<Row>({
    name: 'page',
    text: `select ${COLUMNS} from log.events where position > $1 order by position limit $2`,
    values: [after, size],
  });
  return rows.map(toEvent);
}

/** The `readStream` of the port. */
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
