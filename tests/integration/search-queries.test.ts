import { SearchPage, SearchParameters } from '@anecdotes/contracts';
import { openViews } from '@anecdotes/projection-service/db/database';
import { untilDeadline } from '@anecdotes/projection-service/db/deadline';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import { search } from '@anecdotes/projection-service/search/queries';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let side: QuerySide;

beforeAll(async () => {
  side = await startQuerySide({ clock: () => now });
  side.startProjector();
});

afterAll(() => side.close());

describe('search', () => {
  let ann: Person;
  const found = async (query: string) => {
    const { status, body } = await side.get(ann, `/api/anecdotes/search?${query}`);
    expect(status).toBe(200);
    return SearchPage.parse(body);
  };
  beforeAll(async () => {
    ann = await side.newPerson();
    const at = (number: number) => ({ timestamp: `2026-02-0${number}T00:00:00.000Z` });
    await side.write(ann, {
      description: 'Coffee with Ada',
      tags: ['coffee', 'coffee break'],
      location: 'Coffee house',
      ...at(1),
    });
    await side.write(ann, { description: 'A long walk', tags: [], location: 'near the coffee house', ...at(2) });
    await side.write(ann, { description: 'Morning coffee', tags: [], location: null, ...at(3) });
    await side.write(ann, { description: 'Evening COFFEE', tags: [], location: null, ...at(4) });
    await side.write(ann, { description: 'Tea', tags: ['tea'], location: null, ...at(5) });
  });

  test('ranks description 3, each tag 2, location 1, then what is recent', async () => {
    const page = await found('query=%20Coffee%20');
    expect(page.data.map(({ anecdote, relevanceScore }) => [anecdote.description, relevanceScore])).toEqual([
      ['Coffee with Ada', 8],
      ['Evening COFFEE', 3],
      ['Morning coffee', 3],
      ['A long walk', 1],
    ]);
    expect(page.pagination).toEqual({ nextCursor: null, hasMore: false, totalCount: 4 });
    expect(page.suggestions).toEqual([]);
    expect(page.data[1]?.highlights).toEqual([{ field: 'description', start: 8, end: 14 }]);
  });

  test('looks only in the given fields and sorts by other fields', async () => {
    const page = await found('query=coffee&search_fields=location&sort_by=timestamp&sort_order=asc');
    expect(page.data.map(({ anecdote, relevanceScore }) => [anecdote.description, relevanceScore])).toEqual([
      ['Coffee with Ada', 1],
      ['A long walk', 1],
    ]);
  });

  test('walks its hits by cursor', async () => {
    const all: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: SearchPage = await found(`query=coffee&limit=1&cursor=${cursor}`);
      all.push(...page.data.map(({ anecdote }) => anecdote.description));
      cursor = page.pagination.nextCursor;
    }
    expect(all).toEqual(['Coffee with Ada', 'Evening COFFEE', 'Morning coffee', 'A long walk']);
  });

  test('works from the first letter', async () => {
    expect((await found('query=t')).pagination.totalCount).toBeGreaterThan(0);
  });

  test('finds what stands at the end of the longest text, in lists too, and across the end of what is indexed', async () => {
    const person = await side.newPerson();
    const text = `${'word '.repeat(399)}worlds end ${'word '.repeat(3_000)}finish`;
    const id = await side.write(person, { description: text, tags: ['last'], location: 'Zermatt' });
    await side.write(person, { description: 'Short', tags: [], location: null });
    for (const term of ['finish', 'last', 'zermatt', 'word worlds end word']) {
      const hits = await side.get(person, `/api/anecdotes/search?query=${encodeURIComponent(term)}`);
      const listed = await side.get(person, `/api/anecdotes?search=${encodeURIComponent(term)}`);
      expect([term, SearchPage.parse(hits.body).data.map(({ anecdote }) => anecdote.id)]).toEqual([term, [id]]);
      expect([term, listed.body.data.map((anecdote: { id: string }) => anecdote.id)]).toEqual([term, [id]]);
    }
  });

  test.each(['cofee', 'coffeee', 'cofefe', 'morning cofee'])('forgives the one mistake in %s', async (query) => {
    const page = await found(`query=${encodeURIComponent(query)}`);
    expect(page.data.map(({ anecdote }) => anecdote.description)).toContain('Morning coffee');
    expect(page.suggestions[0]).toContain('coffee');
    expect(page.data[0]?.highlights.length).toBeGreaterThan(0);
  });

  test('suggests what is near when nothing is found', async () => {
    const page = await found('query=te4');
    expect(page.data).toEqual([]);
    expect(page.suggestions).toContain('tea');
    expect((await found('query=qqqqqq')).suggestions).toEqual([]);
    expect((await found('query=morning%20at%20cofee')).suggestions).toEqual(['morning at coffee']);
  });

  test('forgives slips and scores tags in every script', async () => {
    const person = await side.newPerson();
    await side.write(person, { description: 'Утром кофейня на углу', tags: [], location: null });
    await side.write(person, { description: 'Περίπατος', tags: ['φως'], location: null });
    const hits = async (query: string) => {
      const { body } = await side.get(person, `/api/anecdotes/search?query=${encodeURIComponent(query)}`);
      return SearchPage.parse(body).data.map(({ anecdote, relevanceScore }) => [anecdote.description, relevanceScore]);
    };
    for (const slip of ['кофеня', 'кофенйя', 'окфейня', 'кофэйня', 'кофейняя'])
      expect([slip, await hits(slip)]).toEqual([slip, [['Утром кофейня на углу', 3]]]);
    expect(await hits('ΦΩΣ')).toEqual([['Περίπατος', 2]]);
    expect(await hits('περιπατος')).toEqual([['Περίπατος', 3]]);
    const complete = await side.get(person, `/api/anecdotes/search/autocomplete?q=${encodeURIComponent('φωσ')}`);
    expect(complete.body.data).toEqual(['φως']);
  });

  test('finds what contains its words when there is no time to guess what else was meant', async () => {
    const views = openViews(side.pool);
    const searchFor = (query: string, milliseconds?: number) =>
      search(views, createKeyset(new Uint8Array(32)), ann.account, SearchParameters.parse({ query }), milliseconds);
    expect((await searchFor('mornng')).suggestions).toContain('morning');
    expect(await searchFor('mornng', 0)).toMatchObject({ data: [], suggestions: [] });
    expect((await searchFor('house', 0)).data).toHaveLength(2);
    const late = untilDeadline(views, performance.now() + 300, (tx) =>
      tx
        .selectFrom('anecdote')
        .select((eb) => eb.fn('pg_sleep', [eb.lit(20)]).as('slept'))
        .execute(),
    );
    expect(await late).toBeUndefined();
  });

  test.each(['', 'query=', 'query=%20%20'])('refuses an empty query: %s', async (parameters) => {
    const { status, body } = await side.get(ann, `/api/anecdotes/search?${parameters}`);
    expect([status, body.error.code, body.detail]).toEqual([400, 'EMPTY_SEARCH', 'Search query cannot be empty']);
  });

  test('completes tags first, then words', async () => {
    const complete = async (q: string) =>
      (await side.get(ann, `/api/anecdotes/search/autocomplete?q=${encodeURIComponent(q)}`)).body.data;
    expect(await complete('Co')).toEqual(['coffee', 'coffee break']);
    expect(await complete('m')).toEqual(['morning']);
    expect(await complete('%')).toEqual([]);
    expect(await complete('')).toEqual([]);
  });
});

test('reads of one account that hang leave connections for everybody else', async () => {
  const [ann, ben] = [await side.newPerson(), await side.newPerson()];
  const id = await side.write(ben);
  await side.get(ben, `/api/anecdotes/${id}`);
  const lock = await side.pool.connect();
  await lock.query('begin; lock table views.tag in access exclusive mode');
  const hanging = Array.from({ length: 10 }, () => side.get(ann, '/api/tags'));
  let most = 0;
  const blocked = async () => {
    const { rowCount } = await side.pool.query(
      `select from pg_locks where not granted and relation = 'views.tag'::regclass`,
    );
    most = Math.max(most, rowCount ?? 0);
    return most;
  };
  await vi.waitFor(async () => expect(await blocked()).toBeGreaterThan(1), { timeout: 8_000, interval: 1 });
  let isServed = false;
  const served = side.get(ben, `/api/anecdotes/${id}`).finally(() => {
    isServed = true;
  });
  while (!isServed) await blocked();
  const { status } = await served;
  await lock.query('rollback');
  lock.release();
  await Promise.all(hanging);
  expect(status).toBe(200);
  expect(most).toBeLessThanOrEqual(3);
  expect((await side.get(ann, '/api/tags')).status).toBe(200);
});
