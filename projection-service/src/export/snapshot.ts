import type { Position } from '@anecdotes/contracts';
import { rollBack } from '@anecdotes/contracts/server/postgres/transaction';
import { Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { ViewsDatabase } from '../db/database.ts';
import { LIVE_SCHEMA, liveGeneration } from '../projection/generation.ts';
import type { Views } from '../read-models.ts';

/** The views at one position, however long it takes to read them. */
export type Snapshot = {
  readonly position: Position;
  /** For short queries at that position. */
  readonly db: ViewsDatabase;
  /**
   * Opens `query` now; the rows are read later, page by page. Open it before anything else is read: a rebuild that ends
   * meanwhile gives the names of these views to new ones.
   */
  open<Row>(query: RawBuilder<Row>): Promise<Pages<Row>>;
  close(): Promise<void>;
};

type Pages<Row> = AsyncGenerator<readonly Row[]>;

const ROWS_AT_ONCE = 500;
const CURSOR = 'exported';
/** How long the reader may take for a page before the database ends the transaction. */
const IDLE = '90s';

/** Uses a connection of `pool` until the snapshot is closed. */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const client = await pool.connect();
  const connection = { query: client.query.bind(client), release() {} };
  const dialect = new PostgresDialect({
    pool: { options: pool.options, connect: async () => connection as never, end: async () => {} },
  });
  const db: ViewsDatabase = new Kysely<Views>({ dialect }).withSchema(LIVE_SCHEMA);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local idle_in_transaction_session_timeout = '${IDLE}'`);
    // With old statistics, a whole table might be scanned for each anecdote.
    await client.query('set local enable_nestloop = off');
    await client.query('set local enable_seqscan = off');
    // All rows are read, so the plan for the whole result is the best.
    await client.query('set local cursor_tuple_fraction = 1');
    const { position } = await liveGeneration(client);
    return {
      position,
      db,
      async open<Row>(query: RawBuilder<Row>): Promise<Pages<Row>> {
        const { sql, parameters } = query.compile(db);
        await client.query(`declare ${CURSOR} no scroll cursor for ${sql}`, [...parameters]);
        return pagesOf<Row>(client);
      },
      close: () => rollBack(client),
    };
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

async function* pagesOf<Row>(client: pg.PoolClient): Pages<Row> {
  for (;;) {
    const { rows } = await client.query(`fetch ${ROWS_AT_ONCE} from ${CURSOR}`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
