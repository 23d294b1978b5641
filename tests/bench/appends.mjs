import { randomUUID } from 'node:crypto';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';
import { costOf, load, ms, printTable, runInTurns, times, whole } from './measure.mjs';
import { createDatabase } from './postgres.mjs';
import { openProcessorClock } from './processor-time.mjs';

const CALLERS = [1, 8, 32];
const ROUNDS = 3;
const RUN_MS = 1_500;

/**
 * Compares appends of one event to a new stream on one Postgres: the product's log, a plain insert that keeps no order,
 * and Emmett. Returns the figures.
 */
export async function benchAppends(server) {
  const contenders = {
    log: await open(openLog, server),
    insert: await open(openPlainTable, server),
    emmett: await open(openEmmett, server),
  };
  const run =
    (callers) =>
    ({ append, clock }) =>
      load(callers, RUN_MS, append, clock);
  await runInTurns(contenders, 1, run(8));
  const figures = [];
  const rows = [];
  for (const callers of CALLERS) {
    const results = await runInTurns(contenders, ROUNDS, run(callers));
    const { log, insert, emmett } = results;
    figures.push({ callers, ...results });
    rows.push([
      callers,
      ...[log, insert, emmett].flatMap((one) => [whole(one.perSecond), ms(one.p99), whole(costOf(one))]),
      times(log.perSecond / insert.perSecond),
      times(costOf(log) / costOf(insert)),
      times(log.perSecond / emmett.perSecond),
    ]);
  }
  printTable(
    `Appends a second (one event, new stream; medians of ${ROUNDS} runs; processor time of an append in µs, client and Postgres)`,
    [
      'callers',
      ...['log', 'insert', 'emmett'].flatMap((name) => [name, 'p99 ms', 'µs']),
      'rate log/insert',
      'processor log/insert',
      'rate log/emmett',
    ],
    rows,
  );
  for (const { clock, close } of Object.values(contenders)) {
    await clock.close();
    await close();
  }
  return figures;
}

async function open(contender, server) {
  const url = await createDatabase(server);
  return { ...(await contender(url)), clock: await openProcessorClock(url, process.pid) };
}

async function openLog(url) {
  const store = createEventStore(url);
  await store.migrate();
  return {
    append: () => {
      const { id, stream, type, data, metadata } = newEvent();
      return store.append({ stream, expectedRevision: 'no-stream', events: [{ id, type, data, metadata }] });
    },
    close: () => store.close(),
  };
}

async function openPlainTable(url) {
  const pool = createPool(url, { name: 'bench', max: Math.max(...CALLERS), onError: () => {} });
  await pool.query(`create table plain (position bigint generated always as identity primary key, stream text not null,
    event_id uuid not null unique, type text not null, data json not null, metadata json not null)`);
  const text = 'insert into plain (stream, event_id, type, data, metadata) values ($1, $2, $3, $4, $5)';
  return {
    append: () => {
      const { id, stream, type, data, metadata } = newEvent();
      const values = [stream, id, type, JSON.stringify(data), JSON.stringify(metadata)];
      return pool.query({ name: 'insert', text, values });
    },
    close: () => pool.end(),
  };
}

async function openEmmett(url) {
  const pool = new pg.Pool({ connectionString: url, max: Math.max(...CALLERS) });
  pool.on('error', () => {});
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    append: () => {
      const { stream, type, data, metadata } = newEvent();
      return store.appendToStream(stream, [{ type, data, metadata }]);
    },
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

/** An event as the product stores it: an anecdote of about 150 characters, sealed. */
function newEvent() {
  const id = randomUUID();
  const account = 'e7f1d0aa-6f5c-4c57-9c0e-0d5a1b2c3d4e';
  return {
    id,
    stream: `anecdote-${newId()}`,
    type: 'AnecdoteCreated',
    data: { anecdote_id: id, owner: account, parent: null, sealed: 'x'.repeat(350) },
    metadata: {
      schema_version: 1,
      command_id: id,
      correlation_id: id,
      causation_id: id,
      actor: { account_id: account, kind: 'person' },
      origin: { channel: 'web' },
      at: '2026-11-20T12:00:00.000Z',
      subject: account,
    },
  };
}
