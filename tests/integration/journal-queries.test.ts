import {
  type AnecdoteId,
  ConnectionsView,
  SearchPage,
  Statistics,
  streams,
  TagStatistics,
  TimelineView,
  User,
} from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, newAnecdoteId } from '../support/projection.ts';
import { type QuerySide, startQuerySide } from '../support/query-side.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let side: QuerySide;
type Person = Awaited<ReturnType<QuerySide['newPerson']>>;

beforeAll(async () => {
  side = await startQuerySide({ clock: () => now });
  side.startProjector();
});

afterAll(() => side.close());

async function write(person: Person, changes: Parameters<typeof created>[1] = {}) {
  const id = newAnecdoteId();
  await side.record(streams.anecdote(id), person.account, created(person.account, changes));
  return id;
}

const remove = (person: Person, id: AnecdoteId) =>
  side.record(streams.anecdote(id), person.account, { type: 'AnecdoteDeleted', data: { owner: person.account } });

const link = (person: Person, id: AnecdoteId, parent: AnecdoteId) =>
  side.record(streams.anecdote(id), person.account, {
    type: 'AnecdoteLinked',
    data: { owner: person.account, connected_to: parent },
  });

describe('tags and statistics', () => {
  let ann: Person;
  beforeAll(async () => {
    ann = await side.newPerson();
    await write(ann, { tags: ['work', 'food'], timestamp: '2026-11-20T11:59:59.999Z' });
    await write(ann, { tags: ['food'], timestamp: '2026-11-13T12:00:00.000Z', time_zone: 'Pacific/Kiritimati' });
    await write(ann, { tags: ['food', 'sleep'], timestamp: '2026-11-13T11:59:59.999Z', time_zone: 'UTC' });
    await write(ann, { tags: [], timestamp: '2024-01-01T00:00:00.000Z' });
    const gone = await write(ann, { tags: ['gone'], timestamp: '2026-11-20T11:00:00.000Z' });
    await remove(ann, gone);
  });

  test('lists tags by use, with the time of the latest', async () => {
    const { body } = await side.get(ann, '/api/tags');
    expect(body.data).toEqual([
      { name: 'food', count: 3, lastUsed: '2026-11-20T11:59:59.999Z' },
      { name: 'sleep', count: 1, lastUsed: '2026-11-13T11:59:59.999Z' },
      { name: 'work', count: 1, lastUsed: '2026-11-20T11:59:59.999Z' },
    ]);
    expect(body.totalCount).toBe(3);
    const few = await side.get(ann, '/api/tags?search_term=OO&limit=1');
    expect(few.body).toMatchObject({ data: [{ name: 'food' }], totalCount: 1 });
  });

  test('counts the tags', async () => {
    const { body } = await side.get(ann, '/api/tags/stats');
    expect(TagStatistics.parse(body.data)).toEqual({
      total_anecdotes: 4,
      total_tags_used: 5,
      unique_tags: 3,
      average_tags_per_anecdote: 1.25,
      most_used_tag: { name: 'food', count: 3 },
    });
  });

  test('counts the journal, the last 7 x 24 hours, and the days where each was written', async () => {
    const { body } = await side.get(ann, '/api/statistics');
    expect(Statistics.parse(body.data)).toEqual({
      total_anecdotes: 4,
      this_week: 2,
      unique_tags: 3,
      top_tags: [
        { name: 'food', count: 3 },
        { name: 'sleep', count: 1 },
        { name: 'work', count: 1 },
      ],
      days: [
        { day: '2026-11-13', count: 1 },
        { day: '2026-11-14', count: 1 },
        { day: '2026-11-20', count: 1 },
      ],
    });
  });

  test('are zero for an empty journal', async () => {
    const nobody = await side.newPerson();
    expect((await side.get(nobody, '/api/tags')).body).toMatchObject({ data: [], totalCount: 0 });
    expect((await side.get(nobody, '/api/tags/stats')).body.data).toEqual({
      total_anecdotes: 0,
      total_tags_used: 0,
      unique_tags: 0,
      average_tags_per_anecdote: 0,
      most_used_tag: null,
    });
    expect((await side.get(nobody, '/api/statistics')).body.data).toEqual({
      total_anecdotes: 0,
      this_week: 0,
      unique_tags: 0,
      top_tags: [],
      days: [],
    });
  });
});

describe('links', () => {
  test('a timeline shows the parent as root and everything that points at the anecdote, oldest first', async () => {
    const ann = await side.newPerson();
    const parent = await write(ann, { timestamp: '2026-01-05T00:00:00.000Z' });
    const middle = await write(ann, { connected_to: parent, timestamp: '2026-01-03T00:00:00.000Z' });
    await write(ann, { connected_to: parent, timestamp: '2026-01-01T00:00:00.000Z' });
    const late = await write(ann, { connected_to: middle, timestamp: '2026-01-09T00:00:00.000Z' });
    const early = await write(ann, { connected_to: middle, timestamp: '2026-01-02T00:00:00.000Z' });

    const timeline = TimelineView.parse((await side.get(ann, `/api/anecdotes/${middle}/timeline`)).body.data);
    expect(timeline.root_anecdote.id).toBe(parent);
    expect(timeline.connected_anecdotes.map(({ id, is_connected_from }) => [id, is_connected_from])).toEqual([
      [early, true],
      [middle, false],
      [late, true],
    ]);
    expect(timeline.total_connections).toBe(3);

    await remove(ann, parent);
    const orphan = TimelineView.parse((await side.get(ann, `/api/anecdotes/${middle}/timeline`)).body.data);
    expect(orphan.root_anecdote).toMatchObject({ id: middle, connected_to: parent });
    expect(orphan.connected_anecdotes.map(({ id }) => id)).toEqual([early, late]);
  });

  test('connections climb to the nearest parent first and descend breadth first', async () => {
    const ann = await side.newPerson();
    const at = (number: number) => ({ timestamp: `2026-01-0${number}T00:00:00.000Z` });
    const top = await write(ann, at(1));
    const parent = await write(ann, { connected_to: top, ...at(9) });
    const current = await write(ann, { connected_to: parent, ...at(2) });
    const first = await write(ann, { connected_to: current, ...at(3) });
    const second = await write(ann, { connected_to: current, ...at(4) });
    const below = await write(ann, { connected_to: first, ...at(1) });
    await write(ann, { connected_to: top });
    const view = ConnectionsView.parse((await side.get(ann, `/api/anecdotes/${current}/connections`)).body.data);
    expect(view.current.id).toBe(current);
    expect(view.parents.map(({ id }) => id)).toEqual([parent, top]);
    expect(view.children.map(({ id }) => id)).toEqual([first, second, below]);

    await remove(ann, parent);
    const cut = ConnectionsView.parse((await side.get(ann, `/api/anecdotes/${current}/connections`)).body.data);
    expect(cut.parents).toEqual([]);
  });

  test('connections end on a cycle', async () => {
    const ann = await side.newPerson();
    const a = await write(ann);
    const b = await write(ann, { connected_to: a });
    const c = await write(ann, { connected_to: b });
    await link(ann, a, c);
    const view = ConnectionsView.parse((await side.get(ann, `/api/anecdotes/${a}/connections`)).body.data);
    expect(view.parents.map(({ id }) => id)).toEqual([c, b]);
    expect(view.children.map(({ id }) => id)).toEqual([b, c]);
    const self = await write(ann);
    await link(ann, self, self);
    expect((await side.get(ann, `/api/anecdotes/${self}/connections`)).body.data).toMatchObject({
      parents: [],
      children: [],
    });
  });

  test('a chain of a thousand is climbed', async () => {
    const ann = await side.newPerson();
    let last = await write(ann);
    for (let number = 0; number < 1_000; number += 1) last = await write(ann, { connected_to: last });
    const { body } = await side.get(ann, `/api/anecdotes/${last}/connections`);
    expect(body.data.parents).toHaveLength(1_000);
  });
});

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
    await write(ann, {
      description: 'Coffee with Ada',
      tags: ['coffee', 'coffee break'],
      location: 'Coffee house',
      ...at(1),
    });
    await write(ann, { description: 'A long walk', tags: [], location: 'near the coffee house', ...at(2) });
    await write(ann, { description: 'Morning coffee', tags: [], location: null, ...at(3) });
    await write(ann, { description: 'Evening COFFEE', tags: [], location: null, ...at(4) });
    await write(ann, { description: 'Tea', tags: ['tea'], location: null, ...at(5) });
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
    await write(person, { description: 'Утром кофейня на углу', tags: [], location: null });
    await write(person, { description: 'Περίπατος', tags: ['φως'], location: null });
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

test('tells people who they are, and everyone what is public', async () => {
  const ann = await side.newPerson();
  expect((await side.get(ann, '/api/auth/me')).status).toBe(503);
  await side.record(streams.account(ann.account), ann.account, {
    type: 'AccountRegistered',
    data: { account: ann.account, role: 'member', username: 'ann', email: 'ann@example.org', full_name: 'Ann' },
    at: '2026-01-01T00:00:00.000Z',
  });
  expect(User.parse((await side.get(ann, '/api/auth/me')).body.data)).toEqual({
    id: ann.account,
    username: 'ann',
    email: 'ann@example.org',
    name: 'Ann',
    full_name: 'Ann',
    role: 'member',
    is_active: true,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  const anyone = await side.app.inject('/api/config');
  expect(anyone.json().data).toEqual({
    guest: { username: 'guest', password: 'guest-demo' },
    production: false,
    analytics_url: null,
  });
});
