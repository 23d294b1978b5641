import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { searchColumns } from '@anecdotes/projection-service/anecdotes/search-text';
import { anecdoteTable } from '@anecdotes/projection-service/anecdotes/table';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { columnList, givenRows, parametersOf } from '@anecdotes/projection-service/projection/statements';
import { createStatement } from '@anecdotes/projection-service/projection/table';
import { projectors } from '@anecdotes/projection-service/read-models';
import { SQL } from '@event-driven-io/dumbo';
import { getPostgreSQLEventStore, postgreSQLRawBatchSQLProjection } from '@event-driven-io/emmett-postgresql';
import { anecdoteFromPost } from './anecdotes.mjs';
import { fill } from './journal.mjs';
import { costOf, ms, perCall, printTable, runInTurns, times, whole } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { startProduct } from './processes.mjs';
import { openProcessorClock } from './processor-time.mjs';

const ANECDOTES = Number(process.env.REPLAY_EVENTS ?? 50_000);
const EMMETT_EVENTS = 10_000;
const ROUNDS = 3;

/** Compares a rebuild of all views with a bare upsert of rows of the main view and with Emmett. Returns the figures. */
export async function benchReplay(server) {
  const url = await createDatabase(server);
  const masterKey = await write(url);
  const pool = createPool(url, { name: 'bench', max: 3, onError: () => {} });
  const clock = await openProcessorClock(url, process.pid);
  const store = createEventStore(url);
  const projection = { pool, source: store, keys: createEventKeys(pool, masterKey), projectors };
  const { rows } = await pool.query('select row_to_json(a) as row from views.anecdote a');
  const { rebuilt, upserted } = await runInTurns(
    {
      rebuilt: async () => (await rebuild(projection, new AbortController().signal)).events,
      upserted: () => upsertBare(pool, rows),
    },
    ROUNDS,
    (work) => measure(work, clock),
  );
  await clock.close();
  await store.close();
  await pool.end();
  const emmett = await replayEmmett(await createDatabase(server));
  const cells = [rebuilt, upserted].flatMap((one) => [whole(one.perSecond), ms(one.program), ms(one.postgres)]);
  printTable(
    `Replay of ${whole(ANECDOTES)} anecdotes, events a second, processor time of one in µs (medians of ${ROUNDS}; Emmett: ${whole(EMMETT_EVENTS)} once)`,
    [
      ...['rebuild of all views', 'program µs', 'Postgres µs', 'bare upsert of one', 'program µs', 'Postgres µs'],
      ...['emmett projection', 'rate rebuild/bare', 'processor rebuild/bare', 'rate rebuild/emmett'],
    ],
    [
      [
        ...[...cells, whole(emmett), times(rebuilt.perSecond / upserted.perSecond)],
        ...[times(costOf(rebuilt) / costOf(upserted)), times(rebuilt.perSecond / emmett)],
      ],
    ],
  );
  return [{ events: ANECDOTES, rebuilt, upserted, emmett: { perSecond: emmett } }];
}

/** Measures rate and processor time of `work`, which returns its number of events or rows. */
async function measure(work, clock) {
  const used = await clock.start();
  const begin = performance.now();
  const count = await work();
  const elapsed = performance.now() - begin;
  return { perSecond: (count / elapsed) * 1_000, ...perCall(await used(), count) };
}

/** Writes the anecdotes through the product. Returns the master key. */
async function write(url) {
  const product = await startProduct(url);
  await fill(product, ANECDOTES, anecdoteFromPost);
  await product.stop();
  return product.masterKey;
}

/**
 * The limit for any replay: writes finished rows of the main view, 2,000 and a checkpoint at a time, then its indexes.
 */
async function upsertBare(pool, rows) {
  await pool.query(`drop schema if exists bare cascade; create schema bare; ${createStatement(anecdoteTable, 'bare')}
    create table bare.checkpoint (position bigint); insert into bare.checkpoint values (0)`);
  const columns = columnList(anecdoteTable.columns);
  const statement = `insert into bare.anecdote (${columns})
    select ${columns} from ${givenRows(anecdoteTable.columns, 1)}
    on conflict (id) do update set revision = excluded.revision`;
  for (let first = 0; first < rows.length; first += 2_000) {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('update bare.checkpoint set position = $1', [first]);
    const some = rows.slice(first, first + 2_000).map(({ row }) => row);
    await client.query(statement, parametersOf(anecdoteTable.columns, some));
    await client.query('commit');
    client.release();
  }
  await pool.query(anecdoteTable.indexes('bare'));
  return rows.length;
}

/**
 * Emmett's fastest projection, of the same anecdotes into the main view's columns, with that view's indexes made
 * afterwards.
 */
async function replayEmmett(url) {
  const pool = createPool(url, { name: 'bench', max: 1, onError: () => {} });
  await pool.query('create extension if not exists pg_trgm; create extension if not exists btree_gin');
  await pool.query(createStatement(anecdoteTable, 'public'));
  const store = getPostgreSQLEventStore(url);
  await store.schema.migrate();
  for (let first = 0; first < EMMETT_EVENTS; first += 100) {
    const events = Array.from({ length: 100 }, (_, offset) => ({ type: 'AnecdoteAdded', data: rowOf(first + offset) }));
    await store.appendToStream(`anecdote-${first}`, events);
  }
  const consumer = store.consumer({
    pulling: { batchSize: 1_000, pullingFrequencyInMs: 0 },
    stopWhen: { noMessagesLeft: true },
  });
  consumer.projector({ projection: emmettProjection });
  const begin = performance.now();
  await consumer.start();
  await pool.query(anecdoteTable.indexes('public'));
  const elapsed = performance.now() - begin;
  const { rows } = await pool.query('select count(*)::int as count from anecdote');
  if (rows[0].count !== EMMETT_EVENTS) console.error(`  emmett projected ${rows[0].count} of ${EMMETT_EVENTS} events`);
  await consumer.close();
  await store.close();
  await pool.end();
  return (EMMETT_EVENTS / elapsed) * 1_000;
}

const emmettProjection = postgreSQLRawBatchSQLProjection({
  name: 'anecdotes',
  canHandle: ['AnecdoteAdded'],
  evolve: (events) =>
    events.map(
      ({ data }) => SQL`insert into anecdote
        (id, owner, description, at, time_zone, tags, location, lat, lng, same_here, created_at, updated_at, revision, search_text,
          search_address)
        values (${data.id}, ${data.owner}, ${data.description}, ${data.at}, ${data.time_zone}, ${data.tags}::text[],
          ${data.location}, ${data.lat}, ${data.lng}, '{}', ${data.at}, ${data.at}, 0, ${data.search_text},
          ${data.search_address})
        on conflict (id) do nothing`,
    ),
});

function rowOf(index) {
  const { description, tags, timestamp, time_zone, location, coordinates } = anecdoteFromPost(index);
  return {
    id: newId(),
    owner: OWNER,
    description,
    at: timestamp,
    time_zone,
    tags: `{${tags.join(',')}}`,
    location,
    lat: coordinates.lat,
    lng: coordinates.lng,
    ...searchColumns({ description, tags, location, coordinates }),
  };
}

const OWNER = 'e7f1d0aa-6f5c-4c57-9c0e-0d5a1b2c3d4e';
