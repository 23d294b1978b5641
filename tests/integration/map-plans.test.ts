import { type AccountId, MapParameters } from '@anecdotes/contracts';
import { mapOf } from '@anecdotes/projection-service/map/queries';
import { placeColumns, placeUses } from '@anecdotes/projection-service/map/table';
import { LIVE_SCHEMA } from '@anecdotes/projection-service/projection/generation';
import { countStatement } from '@anecdotes/projection-service/projection/table';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser } from '../support/database.ts';
import { createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';
import { queriesOf, rowsRead } from '../support/query-plans.ts';

/*
 * Checks the plans that Postgres chooses for the queries of the map, by the number of rows they read. With wrong or
 * missing statistics it used to choose plans that read the places of a whole journal for each cell.
 */

const PLACES = 10_000;
const OTHERS = 9;
const DAY = 86_400_000;
const tables = ['anecdote', 'place_use'];
const owner: AccountId = newAccountId();
let side: ReadSide;

beforeAll(async () => {
  side = await createReadSide();
  for (const table of ['anecdote', 'tag_use', 'place_use']) {
    await side.pool.query(`alter table ${LIVE_SCHEMA}.${table} set (autovacuum_enabled = off)`);
  }
  const places = Array.from({ length: PLACES }, (_, index) => ({
    id: newAnecdoteId(),
    at: new Date(Date.UTC(2020, 0, 1) + (index % 1_000) * DAY).toISOString(),
    tag: index % 3 === 0 ? 'river' : 'walk',
    lat: 45 + ((index * 7_919) % 10_000) / 2_000,
    lng: 5 + ((index * 104_729) % 10_000) / 1_000,
  }));
  await insert('anecdote', places, ({ id, at, tag, lat, lng }) => ({
    ...{ id, owner, description: 'A place', at, time_zone: 'UTC', tags: `{${tag}}`, lat, lng, same_here: '{}' },
    ...{ created_at: at, updated_at: at, revision: 0, search_text: 'a place', search_address: '' },
  }));
  await insert('tag_use', places, ({ id, at, tag }) => ({ anecdote: id, owner, tag, at }));
  await insert('place_use', places, ({ id, tag, lat, lng }) => ({
    ...{ anecdote: id, owner, tag },
    ...placeColumns({ lat, lng }),
  }));
  for (const counter of placeUses.counters) {
    await side.pool.query(countStatement(placeUses, counter, LIVE_SCHEMA));
  }
});

afterAll(() => side?.close());

/** Inserts a row of `table` for each of `items`. */
async function insert<Item>(table: string, items: readonly Item[], rowOf: (item: Item) => object): Promise<void> {
  await side.pool.query(
    `insert into ${LIVE_SCHEMA}.${table} select (json_populate_record(null::${LIVE_SCHEMA}.${table}, item)).*
     from json_array_elements($1::json) as item`,
    [JSON.stringify(items.map(rowOf))],
  );
}

/** Copies the places for each of several other people. */
async function addOthers(): Promise<void> {
  const columns = Object.keys(placeUses.columns);
  const values = columns.map((column) =>
    column === 'anecdote' || column === 'owner' ? `md5(${column}::text || n)::uuid` : `"${column}"`,
  );
  await side.pool.query(
    `insert into ${LIVE_SCHEMA}.place_use (${columns.map((column) => `"${column}"`).join(', ')})
     select ${values.join(', ')} from ${LIVE_SCHEMA}.place_use cross join generate_series(1, ${OTHERS}) as n`,
  );
}

/** How many rows of anecdotes and places a map reads; fails if it reads none. */
async function mapReads(query: object, mode: 'custom' | 'generic'): Promise<number> {
  let sum = 0;
  const asked = await queriesOf(side.url, (db) => mapOf(db, owner, MapParameters.parse(query)));
  for (const each of asked) sum += await rowsRead(side.url, tables, each, mode);
  expect(sum).toBeGreaterThan(0);
  return sum;
}

for (const mode of ['custom', 'generic'] as const) {
  test(`a map with a tag or a period reads each place at most once in tables without statistics, by a ${mode} plan`, async () => {
    const filters = [{ tags: 'river' }, { tags: 'river', date_from: '2020-06-01' }, { date_from: '2020-06-01' }];
    for (const filter of filters) {
      expect(await mapReads({ ...filter, zoom: '4' }, mode), JSON.stringify(filter)).toBeLessThanOrEqual(PLACES);
    }
  });
}

/** Zoom, viewport and the most rows that a map of it may read. The last one is flat: few latitudes, many cells. */
const viewports = [
  [4, '-20,20,40,60', 1.5 * PLACES],
  [8, '6,45.5,12,48.5', 1.5 * PLACES],
  [10, '5,47,15,47.004', 300],
] as const;

/** Makes the planner assume `times` as many places as there are. */
async function inflateEstimate(times: number): Promise<void> {
  const client = new pg.Client({ connectionString: asSuperuser(side.url) });
  await client.connect();
  await client.query(
    `update pg_class set reltuples = reltuples * $1 where oid = '${LIVE_SCHEMA}.place_use'::regclass`,
    [times],
  );
  await client.end();
}

test('a map reads hardly any places outside of its cells, with every plan and also beside the journals of others', async () => {
  for (const [others, times] of [
    [0, 0],
    [0, 10],
    [OTHERS, 1],
    [OTHERS, 10],
  ] as const) {
    if (others > 0 && times === 1) await addOthers();
    if (times > 0) await side.pool.query('analyze');
    if (times > 1) await inflateEstimate(times);
    for (const mode of ['custom', 'generic'] as const) {
      for (const [zoom, bbox, most] of viewports) {
        const read = await mapReads({ zoom: String(zoom), bbox }, mode);
        expect(read, `zoom ${zoom}, ${others} others, ${times} times, ${mode} plan`).toBeLessThanOrEqual(most);
      }
    }
  }
});
