import {
  type AnecdoteId,
  ConnectionsView,
  type Operation,
  SamplesView,
  Statistics,
  streams,
  TagStatistics,
  TimelineView,
  User,
} from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { content, created, edited, expectLikeTheLog, newAnecdoteId } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let side: QuerySide;

beforeAll(async () => {
  side = await startQuerySide({ clock: () => now });
  side.startProjector();
});

afterAll(() => side.close());

/** Noon of a day of 2026, counted from 0 for 1 January. */
const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number, 12)).toISOString();

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
    await side.write(ann, { tags: ['work', 'food'], timestamp: '2026-11-20T11:59:59.999Z' });
    await side.write(ann, { tags: ['food'], timestamp: '2026-11-13T12:00:00.000Z', time_zone: 'Pacific/Kiritimati' });
    await side.write(ann, { tags: ['food', 'sleep'], timestamp: '2026-11-13T11:59:59.999Z', time_zone: 'UTC' });
    await side.write(ann, { tags: [], timestamp: '2024-01-01T00:00:00.000Z' });
    const gone = await side.write(ann, { tags: ['gone'], timestamp: '2026-11-20T11:00:00.000Z' });
    await remove(ann, gone);
  });

  test('list tags by use, with the time of the latest use', async () => {
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

  test('count the tags', async () => {
    const { body } = await side.get(ann, '/api/tags/stats');
    expect(TagStatistics.parse(body.data)).toEqual({
      total_anecdotes: 4,
      total_tags_used: 5,
      unique_tags: 3,
      average_tags_per_anecdote: 1.25,
      most_used_tag: { name: 'food', count: 3 },
    });
  });

  test('count the journal, the last 7 x 24 hours, and the days in the time zone of each anecdote', async () => {
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

describe('sample data', () => {
  const operation = (kind: Operation['kind']) => ({ id: newAnecdoteId(), kind });
  const samples = async (person: Person) =>
    SamplesView.parse((await side.get(person, '/api/anecdotes/samples')).body.data);

  test('is found by the operation that created it, whatever was done to it since', async () => {
    const [ann, bob] = [await side.newPerson(), await side.newPerson()];
    const made = operation('sample-data');
    const sample = async (person: Person) => {
      const id = newAnecdoteId();
      await side.record(streams.anecdote(id), person.account, { ...created(person.account), operation: made });
      return id;
    };
    const own = await side.write(ann);
    await side.record(streams.anecdote(newAnecdoteId()), ann.account, {
      ...created(ann.account),
      operation: operation('batch'),
    });
    await sample(bob);
    const [kept, changed, gone] = [await sample(ann), await sample(ann), await sample(ann)];
    await side.record(streams.anecdote(changed), ann.account, edited(ann.account, { description: 'Mine now' }));
    await remove(ann, gone);
    expect(await samples(ann)).toEqual({ count: 2, ids: [kept, changed].sort(), others: 2, removal: null });

    const removal = operation('sample-data');
    const removeAll = (id: AnecdoteId, at: string) =>
      side.record(streams.anecdote(id), ann.account, {
        ...{ type: 'AnecdoteDeleted', data: { owner: ann.account } },
        ...{ at, operation: removal },
      });
    await removeAll(kept, '2026-11-20T11:00:00.000Z');
    await removeAll(changed, '2026-11-20T11:00:01.000Z');
    await removeAll(own, '2026-11-20T11:00:02.000Z');
    expect(await samples(ann)).toEqual({
      ...{ count: 0, ids: [], others: 1 },
      removal: { id: removal.id, at: '2026-11-20T11:00:01.000Z', count: 2, ids: [kept, changed].sort() },
    });

    await side.record(streams.anecdote(kept), ann.account, {
      type: 'AnecdoteRestored',
      data: { owner: ann.account, connected_to: null, created_at: now.toISOString(), same_here: [], ...content() },
    });
    expect(await samples(ann)).toMatchObject({ count: 1, ids: [kept], removal: { count: 1, ids: [changed] } });
    await expectLikeTheLog(side.projection);
  });

  test('cannot be restored more than 30 days after its removal', async () => {
    const ann = await side.newPerson();
    const id = newAnecdoteId();
    const happened = [created(ann.account), { type: 'AnecdoteDeleted', data: { owner: ann.account } }] as const;
    const at = '2026-10-21T11:59:59.999Z';
    for (const event of happened) {
      await side.record(streams.anecdote(id), ann.account, { ...event, at, operation: operation('sample-data') });
    }
    expect(await samples(ann)).toMatchObject({ count: 0, removal: null });
  });
});

describe('links', () => {
  test('a timeline shows the parent as root and everything linked to the anecdote, oldest first', async () => {
    const ann = await side.newPerson();
    const parent = await side.write(ann, { timestamp: '2026-01-05T00:00:00.000Z' });
    const middle = await side.write(ann, { connected_to: parent, timestamp: '2026-01-03T00:00:00.000Z' });
    await side.write(ann, { connected_to: parent, timestamp: '2026-01-01T00:00:00.000Z' });
    const late = await side.write(ann, { connected_to: middle, timestamp: '2026-01-09T00:00:00.000Z' });
    const early = await side.write(ann, { connected_to: middle, timestamp: '2026-01-02T00:00:00.000Z' });

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

  test('connections list the parents from the nearest up, and the children breadth first', async () => {
    const ann = await side.newPerson();
    const at = (number: number) => ({ timestamp: `2026-01-0${number}T00:00:00.000Z` });
    const top = await side.write(ann, at(1));
    const parent = await side.write(ann, { connected_to: top, ...at(9) });
    const current = await side.write(ann, { connected_to: parent, ...at(2) });
    const first = await side.write(ann, { connected_to: current, ...at(3) });
    const second = await side.write(ann, { connected_to: current, ...at(4) });
    const below = await side.write(ann, { connected_to: first, ...at(1) });
    await side.write(ann, { connected_to: top });
    const view = ConnectionsView.parse((await side.get(ann, `/api/anecdotes/${current}/connections`)).body.data);
    expect(view.current.id).toBe(current);
    expect(view.parents.map(({ id }) => id)).toEqual([parent, top]);
    expect(view.children.map(({ id }) => id)).toEqual([first, second, below]);

    await remove(ann, parent);
    const cut = ConnectionsView.parse((await side.get(ann, `/api/anecdotes/${current}/connections`)).body.data);
    expect(cut.parents).toEqual([]);
  });

  test('connections end at a cycle', async () => {
    const ann = await side.newPerson();
    const a = await side.write(ann);
    const b = await side.write(ann, { connected_to: a });
    const c = await side.write(ann, { connected_to: b });
    await link(ann, a, c);
    const view = ConnectionsView.parse((await side.get(ann, `/api/anecdotes/${a}/connections`)).body.data);
    expect(view.parents.map(({ id }) => id)).toEqual([c, b]);
    expect(view.children.map(({ id }) => id)).toEqual([b, c]);
    const self = await side.write(ann);
    await link(ann, self, self);
    expect((await side.get(ann, `/api/anecdotes/${self}/connections`)).body.data).toMatchObject({
      parents: [],
      children: [],
    });
  });

  /** Reads a path once the views show everything that was written, however long that takes. */
  const settled = (person: Person, path: string) =>
    vi.waitFor(
      async () => {
        const answer = await side.get(person, path);
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: 20_000 },
    );

  const connections = async (person: Person, id: string) => {
    const { text, body } = await settled(person, `/api/anecdotes/${id}/connections`);
    expect(text.length).toBeLessThan(1024 * 1024 + 1_000);
    return ConnectionsView.parse(body.data);
  };

  test('connections are at most the nearest thousand, and say when some are missing', async () => {
    const ann = await side.newPerson();
    const first = await side.write(ann);
    await side.get(ann, `/api/anecdotes/${first}`);
    const ids = [first, ...Array.from({ length: 1_000 }, () => newAnecdoteId())];
    await side.pool.query(
      `insert into views.anecdote select (jsonb_populate_record(a,
         jsonb_build_object('id', link.id, 'connected_to', link.parent))).*
       from views.anecdote a, unnest($2::uuid[], $3::uuid[]) as link(id, parent) where a.id = $1`,
      [first, ids.slice(1), ids.slice(0, -1)],
    );
    const all = await connections(ann, ids[999] ?? '');
    expect(all).toMatchObject({ complete: false, parents: { length: 998 }, children: { length: 1 } });
    expect(await connections(ann, ids[500] ?? '')).toMatchObject({ complete: false, children: { length: 499 } });
    expect((await connections(ann, ids[1000] ?? '')).parents.map(({ id }) => id)).toEqual(ids.slice(1, -1).reverse());
    expect((await connections(ann, first)).children.map(({ id }) => id)).toEqual(ids.slice(1, -1));
    await side.pool.query('delete from views.anecdote where id = $1', [ids[1000]]);
    expect(await connections(ann, ids[999] ?? '')).toMatchObject({ complete: true, parents: { length: 999 } });
  });

  test('connections truncate the texts after the first hundred', async () => {
    const ann = await side.newPerson();
    const parent = await side.write(ann);
    const description = `${'x'.repeat(199)}éz`;
    for (let number = 0; number < 101; number += 1) await side.write(ann, { connected_to: parent, description });
    const { complete, children } = await connections(ann, parent);
    expect(complete).toBe(false);
    expect(children.map((child) => child.description)).toEqual([
      ...Array<string>(99).fill(description),
      ...Array<string>(2).fill(`${'x'.repeat(199)}é…`),
    ]);
  });

  test('connections and timelines are limited in bytes, and keep the nearest and the oldest anecdotes', async () => {
    const ann = await side.newPerson();
    const parent = await side.write(ann);
    const ids: string[] = [];
    for (let number = 0; number < 60; number += 1) {
      ids.push(
        await side.write(ann, { connected_to: parent, description: '日'.repeat(20_000), timestamp: day(number) }),
      );
    }
    const { complete, children } = await connections(ann, parent);
    expect([complete, children.map(({ id }) => id)]).toEqual([false, ids.slice(0, 17)]);
    const child = await side.write(ann, { connected_to: parent });
    for (let number = 0; number < 20; number += 1) await side.write(ann, { connected_to: child });
    expect((await connections(ann, child)).complete).toBe(true);

    const { text, body } = await settled(ann, `/api/anecdotes/${parent}/timeline`);
    const timeline = TimelineView.parse(body.data);
    expect(Buffer.byteLength(text)).toBeLessThan(4.2 * 1024 * 1024);
    expect(timeline).toMatchObject({ complete: true, total_connections: 61 });
    for (let number = 60; number < 80; number += 1) {
      await side.write(ann, { connected_to: parent, description: '日'.repeat(20_000), timestamp: day(number) });
    }
    const longer = TimelineView.parse((await settled(ann, `/api/anecdotes/${parent}/timeline`)).body.data);
    expect(longer).toMatchObject({ complete: false, total_connections: 81 });
    expect(longer.connected_anecdotes.slice(0, 60).map(({ id }) => id)).toEqual(ids);
    expect(longer.connected_anecdotes.length).toBeLessThan(75);
  });

  test('a timeline contains at most a thousand anecdotes but counts all', async () => {
    const ann = await side.newPerson();
    const parent = await side.write(ann);
    await side.get(ann, `/api/anecdotes/${parent}`);
    await side.pool.query(
      `insert into views.anecdote select (jsonb_populate_record(a,
         jsonb_build_object('id', gen_random_uuid(), 'connected_to', a.id))).*
       from views.anecdote a, generate_series(1, 1200) where a.id = $1`,
      [parent],
    );
    const timeline = TimelineView.parse((await side.get(ann, `/api/anecdotes/${parent}/timeline`)).body.data);
    expect(timeline).toMatchObject({ complete: false, total_connections: 1_200 });
    expect(timeline.connected_anecdotes.length).toBe(998);
  });
});

test('people can read the data of their own account, and everyone the public settings', async () => {
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
    registration: 'open',
    production: false,
    local_mailbox: null,
    analytics_url: null,
    map_tile_url: null,
    map_tile_attribution: null,
    geocoder_url: null,
  });
});
