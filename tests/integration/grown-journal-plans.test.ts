import {
  type AccountId,
  GraphParameters,
  MapParameters,
  MemoryParameters,
  MonthParameters,
  PageParameters,
} from '@anecdotes/contracts';
import { monthsOfAnecdotes } from '@anecdotes/projection-service/anecdotes/months';
import { listAnecdotesPage } from '@anecdotes/projection-service/anecdotes/queries';
import { graphOf } from '@anecdotes/projection-service/connections/graph';
import type { ViewsDatabase } from '@anecdotes/projection-service/db/database';
import { memoriesOf } from '@anecdotes/projection-service/looking-back/queries';
import { mapOf } from '@anecdotes/projection-service/map/queries';
import { LIVE_SCHEMA } from '@anecdotes/projection-service/projection/generation';
import { startProjection } from '@anecdotes/projection-service/projection/start';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asSuperuser } from '../support/database.ts';
import { createReadSide, newAccountId, type ReadSide } from '../support/projection.ts';
import { queriesOf, rowsRead } from '../support/query-plans.ts';

/*
 * Checks the plans that Postgres chooses for a journal that was written after its statistics were taken, so that it
 * expects one anecdote: by the number of rows they read. It used to choose plans that read the whole journal for each
 * month, or all links for each anecdote.
 */

const ANECDOTES = 3_000;
const tables = ['anecdote', 'tag_use', 'place_use'];
const owner = newAccountId();
let side: ReadSide;

beforeAll(async () => {
  side = await createReadSide();
  for (const table of tables)
    await side.pool.query(`alter table ${LIVE_SCHEMA}.${table} set (autovacuum_enabled = off)`);
  await write(newAccountId());
  await side.pool.query('vacuum analyze');
  await write(owner);
}, 120_000);

afterAll(() => side?.close());

/** Runs `statement` as superuser. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: asSuperuser(side.url) });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/**
 * Writes an anecdote for every day from 2012, with one of three tags, and every second with a place; each continues
 * the one before, but every tenth begins a chain.
 */
async function write(account: AccountId): Promise<void> {
  const id = (number: string) => `md5($1 || (${number})::text)::uuid`;
  await side.pool.query(
    `insert into ${LIVE_SCHEMA}.anecdote (id, owner, description, at, time_zone, tags, connected_to, same_here,
       created_at, updated_at, revision, search_text, search_address, lat, lng)
     select ${id('n')}, $1::text::uuid, 'Wren', at, 'UTC', array['tag ' || n % 3],
       case when n % 10 > 0 then ${id('n - 1')} end, '{}', at, at, 0, 'wren', '',
       case when n % 2 = 0 then 47 end, case when n % 2 = 0 then 8 end
     from generate_series(0, $2::int - 1) as n,
       lateral (select timestamptz '2012-01-01 12:00Z' + n * interval '1 day') as day(at)`,
    [account, ANECDOTES],
  );
  await side.pool.query(
    `insert into ${LIVE_SCHEMA}.tag_use (anecdote, owner, tag, at)
     select id, owner, unnest(tags), at from ${LIVE_SCHEMA}.anecdote where owner = $1`,
    [account],
  );
  await side.pool.query(
    `insert into ${LIVE_SCHEMA}.place_use (anecdote, owner, lat, lng, tag, spot, area_5, area_8, area_11, area_14,
       area_17, area_20)
     select id, owner, lat, lng, tags[1], 0, 0, 0, 0, 0, 0, 0 from ${LIVE_SCHEMA}.anecdote
     where owner = $1 and lat is not null`,
    [account],
  );
}

const now = new Date('2026-11-28T12:00:00.000Z');
const graph = (filter: object) => (db: ViewsDatabase) => graphOf(db, owner, GraphParameters.parse(filter));
const list = (filter: object) => (db: ViewsDatabase) =>
  listAnecdotesPage(db, owner, PageParameters.parse({ ...filter, time_zone: 'UTC' }));

for (const [name, ask] of [
  ['the months', (db) => monthsOfAnecdotes(db, owner, MonthParameters.parse({ time_zone: 'Europe/Zurich' }))],
  ['the memories of a day', (db) => memoriesOf(db, owner, MemoryParameters.parse({ date: '2026-01-05' }), now)],
  ['linked anecdotes of a period', list({ search: 'after:2015 is:linked' })],
  ['connections of a period', graph({ date_from: '2015-01-01' })],
  ['connections of anecdotes without a place', graph({ located: 'false' })],
  ['unlinked anecdotes of a period', list({ search: 'after:2015 -is:linked' })],
  ['anecdotes with one of two tags', list({ tags: 'tag 0,tag 1' })],
  ['anecdotes with a tag and a word', list({ tags: 'tag 0', search: 'wren' })],
  ['places of anecdotes with a tag', (db) => mapOf(db, owner, MapParameters.parse({ tags: 'tag 0', zoom: '3' }))],
  ['anecdotes with a tag and a place', list({ tags: 'tag 0', located: 'true' })],
] satisfies [string, (db: ViewsDatabase) => Promise<unknown>][]) {
  test(`${name} are found without reading the journal many times, also before its statistics are taken`, async () => {
    const asked = await queriesOf(side.url, ask);
    for (const mode of ['custom', 'generic'] as const) {
      let read = 0;
      for (const each of asked) read += await rowsRead(side.url, tables, each, mode);
      expect(read, `${mode} plan`).toBeLessThan(8 * ANECDOTES);
    }
  });
}

test('statistics that the server has forgotten in a crash are taken again at the next start', async () => {
  await administer('select pg_stat_reset()');
  const running = await startProjection(side.projection, { onMove() {}, onBatch() {}, onError() {} });
  const knowsOwner = async () => {
    const { rows } = await side.pool.query<{ knows: boolean }>(
      `select $1 = any(most_common_vals::text::text[]) as knows from pg_stats
       where schemaname = '${LIVE_SCHEMA}' and tablename = 'anecdote' and attname = 'owner'`,
      [owner],
    );
    return rows[0]?.knows;
  };
  await vi.waitUntil(knowsOwner, { timeout: 60_000 });
  await running.stop();
});
