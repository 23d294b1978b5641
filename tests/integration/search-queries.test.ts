import { type AnecdoteId, SearchPage, streams } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newAnecdoteId } from '../support/projection.ts';
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

  test('scores description 3, each tag 2, location 1, then ranks by recency', async () => {
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

  test('searches only the given fields and can sort by other fields', async () => {
    const page = await found('query=coffee&search_fields=location&sort_by=timestamp&sort_order=asc');
    expect(page.data.map(({ anecdote, relevanceScore }) => [anecdote.description, relevanceScore])).toEqual([
      ['Coffee with Ada', 1],
      ['A long walk', 1],
    ]);
  });

  test('also applies the filters of lists', async () => {
    const texts = async (filter: string) =>
      (await found(`query=coffee&${filter}`)).data.map(({ anecdote }) => anecdote.description);
    expect(await texts('tags=coffee')).toEqual(['Coffee with Ada']);
    expect(await texts('date_from=2026-02-03T00:00:00Z')).toEqual(['Evening COFFEE', 'Morning coffee']);
    expect(await texts('date_to=2026-02-03&time_zone=UTC')).toEqual([
      'Coffee with Ada',
      'Morning coffee',
      'A long walk',
    ]);
    expect(await texts('tags=tea')).toEqual([]);
  });

  test('pages through its hits by cursor', async () => {
    const all: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: SearchPage = await found(`query=coffee&limit=1&cursor=${cursor}`);
      all.push(...page.data.map(({ anecdote }) => anecdote.description));
      cursor = page.pagination.nextCursor;
    }
    expect(all).toEqual(['Coffee with Ada', 'Evening COFFEE', 'Morning coffee', 'A long walk']);
  });

  test('continues after a cursor in a list, even if matching texts were added', async () => {
    const person = await side.newPerson();
    for (const name of ['one', 'two', 'three']) {
      await side.write(person, { description: `lantern ${name}`, tags: [], location: null });
    }
    const list = (cursor: string) => side.get(person, `/api/anecdotes/cursor?search=lantern&limit=2&cursor=${cursor}`);
    const { body: first } = await list('');
    await side.write(person, { description: 'lanterns lanterned', tags: [], location: null });
    const { status, body: next } = await list(first.pagination.nextCursor);
    expect([status, first.data.length, next.data.length]).toEqual([200, 2, 1]);
  });

  test.each(['relevance', 'timestamp'])('knows the number of hits by %s on a page without any', async (by) => {
    const person = await side.newPerson();
    const last = await side.write(person, { description: 'lantern', timestamp: '2026-02-01T00:00:00.000Z' });
    for (const day of ['02', '03', '04']) {
      await side.write(person, { description: 'lantern', timestamp: `2026-02-${day}T00:00:00.000Z` });
    }
    const page = (cursor: string) =>
      side.get(person, `/api/anecdotes/search?query=lantern&sort_by=${by}&limit=3&cursor=${cursor}`);
    const { body: first } = await page('');
    expect(first.pagination.totalCount).toBe(4);
    const data = { owner: person.account };
    await side.record(streams.anecdote(last), person.account, { type: 'AnecdoteDeleted', data });
    const { body: next } = await page(first.pagination.nextCursor);
    expect(next).toMatchObject({ data: [], pagination: { totalCount: 3 }, suggestions: [] });
  });

  describe('finds what is meant', () => {
    let ben: Person;
    beforeAll(async () => {
      ben = await side.newPerson();
      const anecdotes = [
        ['The heron at the canal', ['birds'], 'Zürich'],
        ['Café au lait at the Bäckerei', ['food', 'two words'], null],
        ['Slept late,  no sleep\n\nbefore', ['#slow', 'three  more'], 'Straße 5'],
        ['Two herons', ['canal', 'the "slow" ones'], null],
        ['京都で鷺を見た 😀', [], '京都'],
      ] as const;
      const ids: AnecdoteId[] = [];
      for (const [index, [description, tags, location]] of anecdotes.entries()) {
        const timestamp = `2026-0${index + 1}-10T23:30:00.000Z`;
        const coordinates = index === 3 ? { lat: 1, lng: 2, address: 'Kanalstrasse 3, Bern' } : null;
        ids.push(await side.write(ben, { description, tags: [...tags], location, timestamp, coordinates }));
      }
      const [parent = newAnecdoteId(), child = newAnecdoteId()] = ids;
      await side.record(streams.anecdote(child), ben.account, {
        type: 'AnecdoteLinked',
        data: { owner: ben.account, connected_to: parent },
      });
    });

    test.each([
      ['herons canal', ['Two', 'The']],
      ['CANAL heron', ['Two', 'The']],
      ['cafe', ['Café']],
      ['backerei', ['Café']],
      ['BÄCKEREI CAFÉ', ['Café']],
      ['sleeping', ['Slept']],
      ['strasse', ['Slept']],
      ['zurich', ['The']],
      ['鷺', ['京都で鷺を見た']],
      ['😀 京都', ['京都で鷺を見た']],
      ['"the canal"', ['The']],
      ['"at the"', ['Café', 'The']],
      ['"late,  no sleep before"', ['Slept']],
      ['tag:"three more"', ['Slept']],
      ['heron -two', ['The']],
      ['heron -"at the"', ['Two']],
      ['-heron -late', ['京都で鷺を見た', 'Café']],
      [String.raw`tag:"the \"Slow\" ones"`, ['Two']],
      ['tag:canal', ['Two']],
      ['tag:cana', []],
      ['tag:"Two Words"', ['Café']],
      ['-tag:canal heron', ['The']],
      ['tag:#slow', ['Slept']],
      ['tag:slow', ['Slept']],
      ['-tag:#slow late', []],
      ['place:zür', ['The']],
      ['place:canal', []],
      ['-place:5 late', []],
      ['place:kanalstr', ['Two']],
      ['place:"kanalstrasse 3"', ['Two']],
      ['kanalstrasse', []],
      ['-place:bern heron', ['The']],
      ['before:2026-02', ['The']],
      ['after:2026-04', ['京都で鷺を見た']],
      ['on:2026-03-10', ['Slept']],
      ['-on:2026 heron', []],
      ['has:place', ['京都で鷺を見た', 'Two', 'Slept', 'The']],
      ['-has:place', ['Café']],
      ['is:linked', ['Café', 'The']],
      ['heron -is:linked', ['Two']],
      ['haron', ['Two', 'The']],
      ['herno canal', ['Two', 'The']],
      ['"haron"', []],
    ])('by %s, in the list and in the search', async (query, expected) => {
      const first = (text: string) => text.split(' ')[0];
      const listed = await side.get(ben, `/api/anecdotes?search=${encodeURIComponent(query)}`);
      expect(listed.body.data.map(({ description }: { description: string }) => first(description))).toEqual(expected);
      expect(listed.body.pagination.totalItems).toBe(expected.length);
      const { body } = await side.get(
        ben,
        `/api/anecdotes/search?query=${encodeURIComponent(query)}&sort_by=timestamp`,
      );
      expect(SearchPage.parse(body).data.map(({ anecdote }) => first(anecdote.description))).toEqual(expected);
    });

    test('on days of the requested time zone', async () => {
      const query = 'query=on:2026-01-11';
      expect((await side.get(ben, `/api/anecdotes/search?${query}`)).body.data).toHaveLength(0);
      expect((await side.get(ben, `/api/anecdotes/search?${query}&time_zone=Europe/Zurich`)).body.data).toHaveLength(1);
      const listed = await side.get(ben, '/api/anecdotes?search=on:2026-01-11&time_zone=Europe/Zurich');
      expect(listed.body.data).toHaveLength(1);
    });

    test('and scores the average of the search terms', async () => {
      const scores = async (query: string) => {
        const { body } = await side.get(ben, `/api/anecdotes/search?query=${encodeURIComponent(query)}`);
        return SearchPage.parse(body).data.map(({ relevanceScore }) => relevanceScore);
      };
      expect(await scores('heron canal')).toEqual([3, 2.5]);
      expect(await scores('heron tag:canal')).toEqual([2.5]);
      expect(await scores('-heron has:place')).toEqual([0, 0]);
      expect(await scores('zurich')).toEqual([1]);
    });
  });

  test('works from the first letter', async () => {
    expect((await found('query=t')).pagination.totalCount).toBeGreaterThan(0);
  });

  test('finds words at the end of the longest text, also in lists, and phrases across the limit of the index', async () => {
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

  test.each(['cofee', 'coffeee', 'cofefe', 'morning cofee'])('tolerates the one typo in %s', async (query) => {
    const page = await found(`query=${encodeURIComponent(query)}`);
    expect(page.data.map(({ anecdote }) => anecdote.description)).toContain('Morning coffee');
    expect(page.suggestions[0]).toContain('coffee');
    expect(page.data[0]?.highlights.length).toBeGreaterThan(0);
  });

  test('suggests similar words when nothing is found', async () => {
    const page = await found('query=te4');
    expect(page.data).toEqual([]);
    expect(page.suggestions).toContain('tea');
    expect((await found('query=qqqqqq')).suggestions).toEqual([]);
    expect((await found('query=morning%20tag:tea%20cofee')).suggestions).toEqual([]);
  });

  test('suggests no words that occur in no anecdote together, and no word without a hit within the filters', async () => {
    const suggested = async (query: string) => (await found(query)).suggestions;
    expect(await suggested('query=evening%20cofee')).toEqual(['evening coffee']);
    expect(await suggested('query=evening%20mornng')).toEqual([]);
    expect(await suggested('query=mornng')).toEqual(['morning']);
    expect(await suggested('query=mornng&tags=tea')).toEqual([]);
    expect(await suggested('query=mornng&search_fields=location')).toEqual([]);
  });

  test('tolerates typos and scores tags in every script', async () => {
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
    await side.write(person, { description: '오늘 늦었다 ㅋㅋㅠㅠ', tags: [], location: null });
    for (const letters of ['ㅋㅋ', 'ㅠㅠ']) expect(await hits(letters)).toEqual([['오늘 늦었다 ㅋㅋㅠㅠ', 3]]);
    const complete = await side.get(person, `/api/anecdotes/search/autocomplete?q=${encodeURIComponent('φωσ')}`);
    expect(complete.body.data).toEqual(['φως']);
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

  test('completes to each of the tags that differ only in accents, the most used first', async () => {
    const person = await side.newPerson();
    for (const tag of ['café', 'café', 'cafe'])
      await side.write(person, { description: 'Cafe', tags: [tag], location: null });
    const { body } = await side.get(person, '/api/anecdotes/search/autocomplete?q=caf');
    expect(body.data).toEqual(['café', 'cafe']);
  });
});

test('hanging reads of one account leave database connections for everybody else', async () => {
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
  await vi.waitFor(async () => expect(await blocked()).toBeGreaterThan(1), { timeout: 60_000, interval: 1 });
  let isServed = false;
  const served = side.get(ben, `/api/anecdotes/${id}`).finally(() => {
    isServed = true;
  });
  const look = async () => {
    await blocked();
    expect(isServed).toBe(true);
  };
  await vi.waitFor(look, { timeout: 60_000, interval: 5 });
  const { status } = await served;
  await lock.query('rollback');
  lock.release();
  await Promise.all(hanging);
  expect(status).toBe(200);
  expect(most).toBeLessThanOrEqual(3);
  expect((await side.get(ann, '/api/tags')).status).toBe(200);
});
