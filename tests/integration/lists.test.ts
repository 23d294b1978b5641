import {
  AnecdoteCursorPage,
  type AnecdoteId,
  AnecdoteMonth,
  AnecdotePage,
  lengthOfMonth,
  streams,
} from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edited } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
  ann = await side.newPerson();
  ben = await side.newPerson();
});

afterAll(() => side.close());

const day = (number: number, hour = 12) => new Date(Date.UTC(2026, 0, number, hour)).toISOString();

describe('pages', () => {
  let cat: typeof ann;
  beforeAll(async () => {
    cat = await side.newPerson();
    for (let number = 1; number <= 25; number += 1) {
      const tags = number % 5 === 0 ? ['five', 'all'] : ['all'];
      await side.write(cat, { description: `Number ${number}`, timestamp: day(number), tags, location: null });
    }
  });

  test('are newest first with totals, tags and the range of dates', async () => {
    const { status, body } = await side.get(cat, '/api/anecdotes?page=2&page_size=10');
    expect(status).toBe(200);
    const page = AnecdotePage.parse(body);
    expect(page.data.map(({ description }) => description)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Number ${15 - index}`),
    );
    expect(page.pagination).toEqual({
      currentPage: 2,
      pageSize: 10,
      totalItems: 25,
      totalPages: 3,
      hasNextPage: true,
      hasPreviousPage: true,
    });
    expect(page.filters).toEqual({
      availableTags: ['all', 'five'],
      dateRange: { earliest: day(1), latest: day(25) },
    });
  });

  test('contain the chain summary of each anecdote, even if the linked anecdotes are on another page', async () => {
    const person = await side.newPerson();
    const parent = await side.write(person, { timestamp: day(1), description: 'The first of a chain' });
    const child = await side.write(person, { timestamp: day(2), connected_to: parent });
    await side.write(ben, { connected_to: child });
    const chains = async (path: string) => (await side.get(person, `/api/anecdotes${path}`)).body.chains;
    const last = { before: 1, after: 0, branches: 0, shape: '0' };
    const first = { before: 0, after: 1, branches: 0, shape: '10' };
    expect(await chains('?page_size=1')).toEqual([last]);
    expect(await chains('?page_size=1&page=2')).toEqual([first]);
    expect(await chains('/cursor?limit=1')).toEqual([last]);
    expect(await chains('/cursor?limit=2')).toEqual([last, first]);
    expect(await chains('/search?query=first')).toEqual([first]);
    await side.record(streams.anecdote(child), person.account, {
      type: 'AnecdoteDeleted',
      data: { owner: person.account },
    });
    expect(await chains('')).toEqual([null]);
  });

  test('of a tag contain all its anecdotes in either order, with a total that follows each change', async () => {
    const person = await side.newPerson();
    // Some have the same timestamp and are ordered by id.
    const ids: AnecdoteId[] = [];
    for (const number of [1, 2, 3]) {
      const write = () => side.write(person, { timestamp: day(number), tags: ['kept', `n${number}`] });
      ids.push(...[await write(), await write(), await write()].sort());
    }
    await side.write(person, { tags: ['other'] });
    await side.write(ben, { tags: ['kept'] });
    const byNumber = async (order: string) => {
      const pages = [];
      for (let page = 1; page <= 5; page += 1) {
        const path = `/api/anecdotes?tags=kept&sort_order=${order}&page_size=2&page=${page}`;
        pages.push(AnecdotePage.parse((await side.get(person, path)).body));
      }
      expect(pages.map(({ pagination }) => pagination.totalItems)).toEqual([9, 9, 9, 9, 9]);
      expect(pages.map(({ pagination }) => pagination.hasNextPage)).toEqual([true, true, true, true, false]);
      return pages.flatMap(({ data }) => data.map(({ id }) => id));
    };
    const byCursor = async (order: string) => {
      const found = [];
      for (let cursor = ''; ; ) {
        const path = `/api/anecdotes/cursor?tags=kept&sort_order=${order}&limit=2&cursor=${encodeURIComponent(cursor)}`;
        const { data, pagination } = AnecdoteCursorPage.parse((await side.get(person, path)).body);
        expect(pagination.totalCount).toBe(9);
        found.push(...data.map(({ id }) => id));
        if (pagination.nextCursor === null) return found;
        cursor = pagination.nextCursor;
      }
    };
    for (const list of [byNumber, byCursor]) {
      expect(await list('asc')).toEqual(ids);
      expect(await list('desc')).toEqual(ids.toReversed());
    }
    const total = async () => (await side.get(person, '/api/anecdotes?tags=kept')).body.pagination.totalItems;
    const [first, second] = ids as [AnecdoteId, AnecdoteId];
    await side.record(streams.anecdote(second), person.account, edited(person.account, { tags: ['other'] }));
    expect(await total()).toBe(8);
    const data = { owner: person.account };
    await side.record(streams.anecdote(first), person.account, { type: 'AnecdoteDeleted', data });
    expect(await total()).toBe(7);
    await side.write(person, { tags: ['kept'] });
    expect(await total()).toBe(8);
    expect((await side.get(person, '/api/anecdotes?tags=nobody')).body).toMatchObject({
      data: [],
      pagination: { totalItems: 0 },
    });
  });

  test('of an empty journal are empty', async () => {
    const { body } = await side.get(await side.newPerson(), '/api/anecdotes');
    expect(body).toMatchObject({ data: [], pagination: { totalItems: 0, totalPages: 0, hasNextPage: false } });
    expect(body.filters).toEqual({ availableTags: [], dateRange: { earliest: null, latest: null } });
  });

  test('can be filtered by any of several tags, words in any case, and days of a time zone', async () => {
    const descriptions = async (query: string) =>
      (await side.get(cat, `/api/anecdotes?page_size=100&${query}`)).body.data.map(
        ({ description }: { description: string }) => Number(description.slice(7)),
      );
    expect(await descriptions('tags=five,none')).toEqual([25, 20, 15, 10, 5]);
    expect(await descriptions('tags=FIVE&sort_order=asc')).toEqual([5, 10, 15, 20, 25]);
    expect(await descriptions('search=2%20nUMBER&date_to=2026-01-22')).toEqual([22, 21, 20, 12, 2]);
    expect(await descriptions('search=%22nUMBER%202%22&date_to=2026-01-22')).toEqual([22, 21, 20, 2]);
    expect(await descriptions('date_from=2026-01-03&date_to=2026-01-05')).toEqual([5, 4, 3]);
    expect(await descriptions('date_from=2026-01-03&date_to=2026-01-05&time_zone=Pacific/Kiritimati')).toEqual([
      4, 3, 2,
    ]);
    expect(await descriptions(`date_from=${day(3)}&date_to=${day(4)}`)).toEqual([4, 3]);
    expect(await descriptions('sort_by=description&sort_order=asc')).toHaveLength(25);
    expect(await descriptions('search=&tags=&date_from=')).toHaveLength(25);
  });

  test.each(['%', '_', '\\', '%25%25', "'; drop table views.anecdote; --"])(
    'find %s literally, not as a pattern',
    async (term) => {
      const person = await side.newPerson();
      await side.write(person, { description: 'nothing special', tags: [], location: null });
      const id = await side.write(person, { description: `before ${term} after`, tags: [], location: null });
      const { body } = await side.get(person, `/api/anecdotes?search=${encodeURIComponent(term)}`);
      expect(body.data.map((anecdote: { id: string }) => anecdote.id)).toEqual([id]);
      expect(body.pagination.totalItems).toBe(1);
      const found = await side.get(person, `/api/anecdotes/search?query=${encodeURIComponent(term)}`);
      expect(found.body.data.map((hit: { anecdote: { id: string } }) => hit.anecdote.id)).toEqual([id]);
    },
  );

  test.each([
    ['page', '0'],
    ['page', '1e9'],
    ['page_size', 'many'],
    ['sort_by', 'id; drop table x'],
    ['sort_by', 'constructor'],
    ['sort_order', 'up'],
    ['date_from', 'yesterday'],
    ['date_from', '2026-02-30'],
    ['date_from', '0000-01-01'],
    ['time_zone', 'Nowhere/Else'],
    ['tags', 'a\0b'],
    ['search', '\0'],
    ['owner', '1'],
  ])('refuse %s=%s and name the parameter', async (name, value) => {
    const { status, body } = await side.get(cat, `/api/anecdotes?${name}=${encodeURIComponent(value)}`);
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(body.error.fields)).toEqual([name]);
  });

  test('clamp their size to between 1 and 100', async () => {
    expect((await side.get(cat, '/api/anecdotes?page_size=1000')).body.pagination.pageSize).toBe(100);
    expect((await side.get(cat, '/api/anecdotes?page_size=0')).body.pagination.pageSize).toBe(1);
  });

  test('clamp the limit of a cursor page to between 1 and 100', async () => {
    const countOf = async (limit: string) =>
      (await side.get(cat, `/api/anecdotes/cursor?limit=${limit}`)).body.data.length;
    const all = (await side.get(cat, '/api/anecdotes')).body.pagination.totalItems;
    expect(all).toBeGreaterThan(1);
    expect([await countOf('0'), await countOf('-3'), await countOf('-9999999999999999999')]).toEqual([1, 1, 1]);
    expect([await countOf('101'), await countOf('9999999999999999999')]).toEqual([
      Math.min(100, all),
      Math.min(100, all),
    ]);
    for (const path of ['tags?limit=', 'anecdotes/search?query=a&limit=', 'anecdotes/search/autocomplete?q=a&limit=']) {
      for (const limit of ['0', '100000']) expect((await side.get(cat, `/api/${path}${limit}`)).status).toBe(200);
    }
  });
});

describe('months', () => {
  test('are counted in the requested time zone, newest first, and follow the filter', async () => {
    const person = await side.newPerson();
    const at = ['0044-03-15T12:00:00Z', '2025-12-31T23:30:00Z', '2026-01-01T10:00:00Z', '2026-01-31T23:30:00Z'];
    for (const [index, timestamp] of at.entries()) await side.write(person, { timestamp, tags: [`t${index % 2}`] });
    const months = async (query: string) => {
      const { body } = await side.get(person, `/api/anecdotes/months?${query}`);
      return AnecdoteMonth.array()
        .parse(body.data)
        .map(({ month, count }) => `${month} ${count}`);
    };
    expect(await months('')).toEqual(['2026-01 2', '2025-12 1', '0044-03 1']);
    expect(await months('time_zone=Europe/Zurich')).toEqual(['2026-02 1', '2026-01 2', '0044-03 1']);
    await side.write(person, { timestamp: '2024-07-31T22:30:00Z', tags: ['t2'] });
    expect(await months('tags=t2&time_zone=CET')).toEqual(['2024-08 1']);
    expect(await months('search=nothing-at-all&time_zone=CET')).toEqual([]);
    expect(await months('tags=t0')).toEqual(['2026-01 1', '0044-03 1']);
    expect(await months('date_from=2026-01-01&time_zone=Europe/Zurich')).toEqual(['2026-02 1', '2026-01 2']);
    expect(await months('search=nowhere')).toEqual([]);
  });

  test('are the same whether counted from the index, from the rows, or by a list of each month, in every time zone', async () => {
    const person = await side.newPerson();
    // In Havana, clocks are set back from 1:00 to 0:00 on 1 November 2026.
    const instants = ['2026-11-01T03:30:00Z', '2026-11-01T06:30:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
    for (let month = 1; month <= 12; month += 1) {
      const first = Date.UTC(2024, month, 1);
      for (const hours of [-20, -5, 0, 5, 13]) instants.push(new Date(first + hours * 3_600_000).toISOString());
    }
    for (const timestamp of instants) await side.write(person, { timestamp, tags: ['all'] });
    for (const zone of ['UTC', 'Europe/Zurich', 'Pacific/Kiritimati', 'America/Havana', 'Pacific/Pago_Pago']) {
      const months = async (query: string) =>
        (await side.get(person, `/api/anecdotes/months?time_zone=${zone}&${query}`)).body.data as AnecdoteMonth[];
      const counted = await months('');
      expect(counted).toEqual(await months('tags=all'));
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(instants.length);
      // A zone may have the last instants in the year 10000, and the first ones in the year before the year 1.
      expect([counted[0], counted.at(-1)]).toEqual([
        { month: '9999-12', count: 1 },
        { month: '0001-01', count: 1 },
      ]);
      const listed = counted.map(async ({ month }) => {
        const lastDay = lengthOfMonth(Number(month.slice(0, 4)), Number(month.slice(5)));
        const days = `date_from=${month}-01&date_to=${month}-${lastDay}`;
        const { body } = await side.get(person, `/api/anecdotes?time_zone=${zone}&${days}&page_size=1`);
        return { month, count: body.pagination.totalItems };
      });
      expect(await Promise.all(listed)).toEqual(counted);
    }
  });

  test('refuse unknown and invalid parameters', async () => {
    const { status, body } = await side.get(ann, '/api/anecdotes/months?page=1&time_zone=Nowhere/Else');
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields).sort()).toEqual(['page', 'time_zone']);
  });
});

describe('cursors', () => {
  test.each(['timestamp', 'created_at', 'updated_at', 'description'])(
    'sorted by %s list everything exactly once while more is written',
    async (field) => {
      const person = await side.newPerson();
      const ids = new Set<string>();
      for (let number = 0; number < 30; number += 1) {
        ids.add(
          await side.write(
            person,
            { description: `Same ${number % 3}`, timestamp: day(1 + (number % 4)) },
            day(number % 5),
          ),
        );
      }
      for (const order of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const url: string = `/api/anecdotes/cursor?limit=7&sort_by=${field}&sort_order=${order}&cursor=${cursor}`;
          const page = AnecdoteCursorPage.parse((await side.get(person, url)).body);
          seen.push(...page.data.map(({ id }) => id));
          expect(page.pagination.hasMore).toBe(page.pagination.nextCursor !== null);
          cursor = page.pagination.nextCursor;
          await side.write(person, { description: 'Same 1', timestamp: day(2) }, day(3));
        }
        const old = seen.filter((id) => ids.has(id));
        expect(old).toHaveLength(ids.size);
        expect(new Set(seen).size).toBe(seen.length);
      }
    },
  );

  test('are refused when altered in any character, used by another person, or used for another list', async () => {
    const person = await side.newPerson();
    for (let number = 1; number <= 3; number += 1) await side.write(person, { timestamp: day(number) });
    const first = await side.get(person, '/api/anecdotes/cursor?limit=1');
    const cursor: string = first.body.pagination.nextCursor;
    const ask = async (who: { token: string }, given: string, more = '') =>
      side.get(who, `/api/anecdotes/cursor?limit=1&cursor=${encodeURIComponent(given)}${more}`);
    expect((await ask(person, cursor)).status).toBe(200);
    for (let index = 0; index < cursor.length; index += 1) {
      const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      const { status, body } = await ask(person, changed);
      expect([status, body.error?.code]).toEqual([400, 'INVALID_CURSOR']);
    }
    expect((await ask(ben, cursor)).status).toBe(400);
    expect((await ask(person, cursor, '&sort_order=asc')).status).toBe(400);
    expect((await ask(person, cursor, '&search=x')).status).toBe(400);
    expect((await side.get(person, `/api/anecdotes/search?query=a&cursor=${cursor}`)).status).toBe(400);
    expect((await ask(person, `${cursor}==`)).status).toBe(400);
    for (const limit of ['1e9', 'NaN', '1.5', 'many']) {
      expect((await side.get(person, `/api/anecdotes/cursor?limit=${limit}`)).status).toBe(400);
    }
  });

  test('do not reveal the content of rows', async () => {
    const person = await side.newPerson();
    for (let number = 1; number <= 2; number += 1) await side.write(person, { description: 'CANARY text' });
    const { body } = await side.get(person, '/api/anecdotes/cursor?limit=1&sort_by=description');
    expect(Buffer.from(body.pagination.nextCursor, 'base64url').toString('latin1')).not.toContain('CANARY');
  });
});

test('nobody sees anything of the journal of another account, in any list or statistic', async () => {
  const canary = 'zanzibarcanary';
  const id = await side.write(ann, { description: canary, tags: [canary], location: canary });
  await side.record(
    streams.anecdote(id),
    ann.account,
    edited(ann.account, { description: canary, tags: [canary], location: canary }),
  );
  const foreign = await side.newPerson();
  const own = await side.write(foreign, { connected_to: id, description: 'mine', tags: [], location: null });
  const cursor = (await side.get(ann, '/api/anecdotes/cursor?limit=1')).body.pagination.nextCursor;
  for (const url of [
    '/api/anecdotes',
    `/api/anecdotes?search=${canary}`,
    `/api/anecdotes?tags=${canary}`,
    '/api/anecdotes/cursor',
    `/api/anecdotes/months?search=${canary}`,
    `/api/anecdotes/cursor?cursor=${cursor}`,
    `/api/anecdotes/search?query=${canary}`,
    '/api/anecdotes/search?query=zanzibarcanarx',
    `/api/anecdotes/search/autocomplete?q=${canary.slice(0, 4)}`,
    `/api/anecdotes/${own}/timeline`,
    `/api/anecdotes/${own}/connections`,
    '/api/connections',
    `/api/anecdotes?chain=${id}`,
    `/api/anecdotes/related?of=${own}`,
    `/api/anecdotes/related?text=${canary}&tags=${canary}`,
    `/api/tags?search_term=${canary}`,
    '/api/tags',
    '/api/tags/stats',
    '/api/statistics',
  ]) {
    const { text } = await side.get(foreign, url);
    expect(text).not.toContain(canary);
  }
  const { body } = await side.get(foreign, `/api/anecdotes/${own}/connections`);
  expect(body.data).toMatchObject({ children: [], parents: [] });
});

test('lists, months and the graph can be limited to one chain, named by its topmost anecdote', async () => {
  const person = await side.newPerson();
  const top = await side.write(person, { timestamp: day(1) });
  const middle = await side.write(person, { timestamp: day(2), connected_to: top });
  const last = await side.write(person, { timestamp: day(3), connected_to: middle });
  await side.write(person, { timestamp: day(4) });
  const ids = async (path: string) =>
    (await side.get(person, `/api/${path}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids(`anecdotes?chain=${top}`)).toEqual([last, middle, top]);
  expect(await ids(`anecdotes/cursor?chain=${top.toUpperCase()}&limit=2`)).toEqual([last, middle]);
  expect(await ids(`anecdotes?chain=${middle}`)).toEqual([]);
  expect((await side.get(person, `/api/connections?chain=${top}`)).body.data.ids).toEqual([last, middle, top]);
  expect((await side.get(person, `/api/anecdotes?chain=${top}`)).body.pagination.totalItems).toBe(3);
  expect((await side.get(ben, `/api/anecdotes?chain=${top}`)).body.data).toEqual([]);
  await side.record(streams.anecdote(top), person.account, {
    type: 'AnecdoteDeleted',
    data: { owner: person.account },
  });
  expect(await ids(`anecdotes?chain=${top}`)).toEqual([last, middle]);
  const { status, body } = await side.get(person, '/api/anecdotes?chain=x');
  expect([status, Object.keys(body.error.fields)]).toEqual([400, ['chain']]);
});
