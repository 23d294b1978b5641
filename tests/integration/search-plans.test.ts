import { PageParameters } from '@anecdotes/contracts';
import { listAnecdotesPage } from '@anecdotes/projection-service/anecdotes/queries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { created, createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';
import { queriesOf, rowsRead } from '../support/query-plans.ts';

/*
 * Checks the plans that Postgres chooses for searches, by the number of rows they read. With an array of hundreds of
 * words it used to choose a plan that compared each row of the index with each of them.
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

/** How many anecdotes the list of a search has in all, and how many rows of the tables it reads. */
async function listed(search: string, ...tables: string[]) {
  let total = 0;
  const asked = await queriesOf(side.url, async (db) => {
    const page = await listAnecdotesPage(db, owner, PageParameters.parse({ search }));
    total = page.pagination.totalItems;
  });
  let read = 0;
  for (const each of asked) read += await rowsRead(side.url, tables, each, 'custom');
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
