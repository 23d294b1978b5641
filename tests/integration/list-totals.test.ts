import { type AnecdoteId, streams } from '@anecdotes/contracts';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAnecdoteId } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
});

afterAll(() => side.close());

const remove = (person: Person, id: AnecdoteId) =>
  side.record(streams.anecdote(id), person.account, { type: 'AnecdoteDeleted', data: { owner: person.account } });

test.each([
  'date_from=2026-01-01',
  'located=true',
  'tags=morning,other',
  'search=river',
  'search=river&sort_order=asc',
  'search=river&sort_by=created_at',
])('a list with %s has as many anecdotes as its total says while the journal changes', async (filter) => {
  const person = await side.newPerson();
  await side.write(person);
  const ids: AnecdoteId[] = [];
  const headers = { authorization: `Bearer ${person.token}` };
  for (let time = 0; time < 20; time += 1) {
    // The views move while the lists are read.
    for (let written = 0; written < 3; written += 1) ids.push(await side.write(person));
    if (time % 4 === 3) for (const id of ids.splice(0)) await remove(person, id);
    // A different encoding name each time, so that no cached answer is used.
    const own = { ...headers, 'accept-encoding': `x-${time}` };
    const read = (path: string) => side.app.inject({ url: `/api/anecdotes${path}${filter}`, headers: own });
    const answers = await Promise.all(['?page_size=100&', '/cursor?limit=100&'].map(read));
    const [page, after] = answers.map((answer) => answer.json());
    expect(page.pagination.totalItems).toBe(page.data.length);
    expect(after.pagination.totalCount).toBe(after.data.length);
  }
});

test('a total is counted once for all pages of a list, until something changes in the account', async () => {
  const [person, other] = [await side.newPerson(), await side.newPerson()];
  const ids = [await side.write(person), await side.write(person), await side.write(person)];
  const total = async (parameters: string) =>
    (await side.get(person, `/api/anecdotes?located=true&${parameters}`)).body.pagination.totalItems;
  expect(await total('page_size=1')).toBe(3);
  await side.pool.query('delete from views.anecdote where id = $1', [ids[0]]);
  await side.write(other);
  expect([await total('page_size=2'), await total('page=2'), await total('sort_by=description')]).toEqual([3, 3, 3]);
  const cursor = await side.get(person, '/api/anecdotes/cursor?located=true');
  expect(cursor.body.pagination.totalCount).toBe(3);
  expect(await total('date_from=1990-01-01')).toBe(2);
  const id = newAnecdoteId();
  await side.write(person);
  expect(await total('page_size=1')).toBe(3);
  await remove(person, ids[1] ?? id);
  expect(await total('page_size=1')).toBe(2);
});

test('a total is counted again after a rebuild of the views', async () => {
  const person = await side.newPerson();
  await side.write(person);
  const total = async (parameters: string) =>
    (await side.get(person, `/api/anecdotes?located=true&${parameters}`)).body.pagination.totalItems;
  await side.write(person);
  expect(await total('page_size=1')).toBe(2);
  await side.pool.query('delete from views.anecdote where owner = $1', [person.account]);
  expect(await total('page_size=2')).toBe(2);
  await rebuild(side.projection, AbortSignal.timeout(20_000));
  await side.pool.query('delete from views.anecdote where owner = $1', [person.account]);
  expect(await total('page_size=3')).toBe(0);
});
