import { type AccountId, PageParameters } from '@anecdotes/contracts';
import { listAnecdotesPage } from '@anecdotes/projection-service/anecdotes/queries';
import { LIVE_SCHEMA } from '@anecdotes/projection-service/projection/generation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { created, createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';
import { queriesOf, rowsRead } from '../support/query-plans.ts';

/*
 * Checks the plans that Postgres chooses for searches, by the number of rows they read. With an array of hundreds of
 * words it used to choose a plan that compared each row of the index with each of them, and in a journal that its
 * statistics did not know a plan that compared each anecdote with all links.
 */

/** Each of them has a word that no other has: its number. */
const ANECDOTES = 4_000;
const NUMBERS_WITH_A_9 = 1_084;
const owner = newAccountId();
let side: ReadSide;

beforeAll(async () => {
  side = await createReadSide();
  for (let index = 0; index < ANECDOTES; index += 1) {
    const timestamp = new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString();
    const anecdote = created(owner, { description: `Heron bird${index}`, tags: [], location: null, timestamp });
    await side.record(`anecdote-${newAnecdoteId()}`, owner, anecdote);
  }
  await side.caughtUp();
  await side.pool.query('vacuum analyze');
}, 120_000);

afterAll(() => side?.close());

/** How many anecdotes the list of a search has in all, and how many rows of a table it reads. */
async function listed(
  search: string,
  table: string,
  { person = owner, mode = 'custom' }: { person?: AccountId; mode?: 'custom' | 'generic' } = {},
) {
  let total = 0;
  const asked = await queriesOf(side.url, async (db) => {
    const page = await listAnecdotesPage(db, person, PageParameters.parse({ search }));
    total = page.pagination.totalItems;
  });
  let read = 0;
  for (const each of asked) read += await rowsRead(side.url, [table], each, mode);
  return { total, read };
}

test('a search for a part of hundreds of words reads the rows with these words, not all rows of the index', async () => {
  const { read } = await listed('9', 'word_use');
  expect(read).toBe(NUMBERS_WITH_A_9);
});

test('a search for a part of a word does not read the words without it', async () => {
  const { total, read } = await listed('ird39', 'word');
  expect(total).toBe(111);
  expect(read).toBeLessThan(2 * total);
});

test('a search for linked anecdotes does not read all links for each anecdote of a journal without statistics', async () => {
  const another = newAccountId();
  await side.pool.query(`alter table ${LIVE_SCHEMA}.anecdote set (autovacuum_enabled = off)`);
  // Each of 2,000 anecdotes, one an hour, continues the one before, and every tenth begins a chain.
  await side.pool.query(
    `insert into ${LIVE_SCHEMA}.anecdote (id, owner, description, at, time_zone, tags, connected_to, same_here,
       created_at, updated_at, revision, search_text, search_address)
     select md5(n::text)::uuid, $1, 'Wren', at, 'UTC', '{}', case when n % 10 > 0 then md5((n - 1)::text)::uuid end,
       '{}', at, at, 0, 'wren', ''
     from generate_series(0, 1999) as n cross join lateral (select timestamptz '2020-01-01 00:00Z' + n * interval '1 hour') as t(at)`,
    [another],
  );
  for (const mode of ['custom', 'generic'] as const) {
    for (const search of ['on:2020-01 is:linked', 'on:2020-01 -is:linked', 'is:linked']) {
      const { read } = await listed(search, 'anecdote', { person: another, mode });
      expect(read, `${search}, ${mode} plan`).toBeLessThan(20_000);
    }
  }
});
