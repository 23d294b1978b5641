import { type AccountId, CursorParameters, PageParameters, streams } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { listAnecdotesAfter, listAnecdotesPage } from '@anecdotes/projection-service/anecdotes/queries';
import { openViews } from '@anecdotes/projection-service/db/database';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { created, createReadSide, newAccountId, newAnecdoteId, type ReadSide } from '../support/projection.ts';

let side: ReadSide;
let ann: AccountId;
let pool: pg.Pool;

beforeEach(async () => {
  side = await createReadSide();
  ann = newAccountId();
  // One connection, so that its prepared statements can be listed.
  pool = createPool(side.url, { name: 'reader', max: 1, onError: () => {}, statementTimeout: 30_000 });
});

afterEach(async () => {
  await pool.end();
  await side.close();
});

const keyset = createKeyset(new Uint8Array(32));
const list = (parameters: object = {}) =>
  listAnecdotesAfter(openViews(pool), keyset, ann, CursorParameters.parse(parameters));
const page = () => listAnecdotesPage(openViews(pool), ann, PageParameters.parse({}));
const prepared = async () =>
  (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  );

async function write(description: string): Promise<void> {
  await side.record(streams.anecdote(newAnecdoteId()), ann, created(ann, { description }));
  await side.caughtUp();
}

test('lists are prepared once per connection, searches are planned for each term', async () => {
  await write('first');
  await list();
  await list({ search: 'first' });
  const before = await prepared();
  expect(before.filter((statement) => statement.trimStart().startsWith('with card as'))).toHaveLength(1);
  await list();
  await list({ search: 'other' });
  expect((await prepared()).length).toBe(before.length);
});

test('lists of every size and order need few prepared statements', async () => {
  await write('first');
  for (const sort_by of ['timestamp', 'created_at', 'updated_at', 'description'])
    for (const sort_order of ['asc', 'desc'])
      for (const size of ['1', '20', '77', '100'])
        for (const tags of [undefined, 'morning']) {
          const asked = { sort_by, sort_order, ...(tags && { tags }) };
          await listAnecdotesPage(
            openViews(pool),
            ann,
            PageParameters.parse({ ...asked, page_size: size, page: size }),
          );
          await list({ ...asked, limit: size });
        }
  // Three statements (page, first list, list after a cursor) for each of 8 orders of a journal and 2 of a tag.
  expect((await prepared()).length).toBeLessThanOrEqual(3 * (8 + 2));
});

test('prepared statements read the new views after a rebuild, and work after a column changed its type', async () => {
  await write('first');
  for (let time = 0; time < 7; time += 1) await list();
  const statements = await prepared();
  await rebuild(side.projection, AbortSignal.timeout(20_000));
  await write('second');
  const { data, pagination } = await list();
  expect(data.map(({ description }) => description).sort()).toEqual(['first', 'second']);
  expect(pagination.totalCount).toBe(2);
  expect(await prepared()).toEqual(expect.arrayContaining(statements));
  await side.pool.query('alter table views.journal alter count type text');
  expect((await list()).pagination.totalCount).toBe('2');
});

test('a list looks up the links of its anecdotes row by row, and never reads the journals of everybody', async () => {
  await write('first');
  const client = await pool.connect();
  const sent = vi.spyOn(client, 'query');
  client.release();
  await list();
  await page();
  const texts = sent.mock.calls
    .map(([query]) => query as unknown as { text?: string; values?: unknown[] })
    .filter(({ text }) => text?.includes('with recursive'));
  expect(texts).toHaveLength(2);
  // Without the index, the planner would read all connections once if the statement allowed it.
  await side.pool.query(`
    drop index views.anecdote_children;
    insert into views.anecdote select (jsonb_populate_record(a,
      jsonb_build_object('id', gen_random_uuid(), 'connected_to', gen_random_uuid()))).*
      from views.anecdote a, generate_series(1, 1000);
    analyze views.anecdote`);
  for (const { text = '', values = [] } of texts) {
    const { rows } = await side.pool.query(`explain (verbose) ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/hashed|Hash/);
  }
});
