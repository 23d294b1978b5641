import { AnecdoteMap, streams } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, edited, expectLikeTheLog, newAnecdoteId } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
});

afterAll(() => side.close());

const at = (lat: number, lng: number) => ({ coordinates: { lat, lng, address: null } });

async function mapOf(person: Person, query = ''): Promise<AnecdoteMap> {
  const { status, body } = await side.get(person, `/api/anecdotes/map${query}`);
  expect(status).toBe(200);
  return AnecdoteMap.parse(body.data);
}

/** Records anecdotes of `person` at all places; returns when the views show them. */
async function writeAll(person: Person, places: readonly (readonly [lat: number, lng: number])[], tags = ['many']) {
  for (const [lat, lng] of places) {
    const event = created(person.account, { tags, ...at(lat, lng) });
    await side.record(streams.anecdote(newAnecdoteId()), person.account, event);
  }
  expect(await side.positions.waitFor(await side.log.head(), 50_000)).toBe(true);
}

const idsOf = (map: AnecdoteMap) => (map.points ?? []).map(({ id }) => id).sort();
const countOf = (map: AnecdoteMap) => (map.cells ?? []).reduce((sum, { count }) => sum + count, 0);

/** Adds a filter to a query, so that the counters cannot answer it. */
const asking = (more: string) => (query: string) => `${query}${query === '' ? '?' : '&'}${more}`;
const filtered = asking('date_from=1900-01-01');
/** Answered by the counters, by the anecdotes, and by the word index (every text contains a form of this word). */
const ways = [(query: string) => query, filtered, asking('search=WALKING')];

describe('the map', () => {
  test('of an empty journal has no places and no bounds', async () => {
    expect(await mapOf(await side.newPerson())).toEqual({
      ...{ total_anecdotes: 0, total_locations: 0, without_location: 0, bounds: null, tags: [] },
      ...{ points: [], cells: null },
    });
  });

  test('counts the whole journal and shows what is in the viewport', async () => {
    const person = await side.newPerson();
    const bern = await side.write(person, { tags: ['river', 'walk'], ...at(46.95, 7.44) });
    const lima = await side.write(person, { tags: ['sea'], ...at(-12.05, -77.04) });
    const thun = await side.write(person, { tags: [], ...at(46.75, 7.63) });
    await side.write(person, { coordinates: null });
    await side.write(await side.newPerson(), at(46.95, 7.44));
    const whole = {
      ...{ total_anecdotes: 4, total_locations: 3, without_location: 1, bounds: [-77.04, -12.05, 7.63, 46.95] },
      tags: [
        { name: 'river', count: 1 },
        { name: 'sea', count: 1 },
      ],
    };
    for (const ask of ways) {
      const world = await mapOf(person, ask(''));
      expect(world).toMatchObject({ ...whole, cells: null });
      expect(idsOf(world)).toEqual([bern, lima, thun].sort());
      const swiss = await mapOf(person, ask('?bbox=7,46,8,47&zoom=9'));
      expect(swiss).toMatchObject(whole);
      expect(swiss.points).toHaveLength(2);
      expect(swiss.points).toContainEqual({ id: bern, lat: 46.95, lng: 7.44, tag: 'river' });
      expect(swiss.points).toContainEqual({ id: thun, lat: 46.75, lng: 7.63, tag: null });
    }
  });

  test('follows edits, deletions, restorations and erasures', async () => {
    const person = await side.newPerson();
    const id = await side.write(person, at(46.95, 7.44));
    const record = (event: Parameters<typeof side.record>[2]) =>
      side.record(streams.anecdote(id), person.account, event);
    await record(edited(person.account, { tags: ['moved'], ...at(10, 20) }));
    expect(await mapOf(person)).toMatchObject({
      ...{ total_locations: 1, bounds: [20, 10, 20, 10], points: [{ id, lat: 10, lng: 20, tag: 'moved' }] },
      tags: [{ name: 'moved', count: 1 }],
    });
    await record(edited(person.account, { coordinates: null }));
    expect(await mapOf(person)).toMatchObject({ total_anecdotes: 1, without_location: 1, points: [], tags: [] });
    await record({ type: 'AnecdoteDeleted', data: { owner: person.account } });
    expect(await mapOf(person)).toMatchObject({ total_anecdotes: 0, without_location: 0 });
    const { data } = created(person.account, at(10, 20));
    const restored = { ...data, created_at: '2026-01-01T00:00:00.000Z', same_here: [] };
    await record({ type: 'AnecdoteRestored', data: restored } as Parameters<typeof side.record>[2]);
    expect(await mapOf(person)).toMatchObject({ total_locations: 1 });
    await record({ type: 'AnecdoteErased', data: { owner: person.account } });
    expect(await mapOf(person)).toMatchObject({ total_locations: 0, bounds: null, points: [] });
  });

  test('shows places on the date line, at the poles and at 0,0 in each box that touches them', async () => {
    const person = await side.newPerson();
    const east = await side.write(person, at(0, 180));
    const west = await side.write(person, at(0, -180));
    const north = await side.write(person, at(90, 0));
    const south = await side.write(person, at(-90, 0));
    const zero = await side.write(person, at(0, 0));
    for (const ask of ways) {
      const found = async (query: string) => idsOf(await mapOf(person, ask(query)));
      expect(await found('')).toEqual([east, west, north, south, zero].sort());
      expect(await found('?bbox=170,-10,-170,10&zoom=5')).toEqual([east, west].sort());
      expect(await found('?bbox=170,-10,180,10&zoom=5')).toEqual([east, west].sort());
      expect(await found('?bbox=-180,-10,-170,10&zoom=5')).toEqual([east, west].sort());
      expect(await found('?bbox=-10,80,10,85.0512&zoom=5')).toEqual([north]);
      expect(await found('?bbox=-10,-90,10,-80&zoom=5')).toEqual([south]);
      expect(await found('?bbox=0,0,0,0&zoom=22')).toEqual([zero]);
    }
  });

  test('has the narrowest bounds, also across the date line', async () => {
    const person = await side.newPerson();
    await writeAll(person, [
      [-18, 178],
      [-14, -171],
      [-9, 160],
    ]);
    for (const ask of ways) expect((await mapOf(person, ask(''))).bounds).toEqual([160, -18, -171, -9]);
  });

  test('accepts every filter of the lists, and a circle', async () => {
    const person = await side.newPerson();
    const bern = await side.write(person, { tags: ['river'], description: 'A heron', ...at(46.948, 7.447) });
    const thun = await side.write(person, {
      tags: ['lake'],
      timestamp: '2020-01-01T00:00:00.000Z',
      ...at(46.758, 7.63),
    });
    const bare = await side.write(person, { tags: ['river'], coordinates: null });
    const shown = async (query: string) => {
      const { total_anecdotes, total_locations, points } = await mapOf(person, `?${query}`);
      return [total_anecdotes, total_locations, (points ?? []).map(({ id }) => id)];
    };
    expect(await shown('tags=river')).toEqual([2, 1, [bern]]);
    expect(await shown('search=HERON')).toEqual([1, 1, [bern]]);
    expect(await shown('date_to=2020-12-31')).toEqual([1, 1, [thun]]);
    expect(await shown('near=46.948,7.447,5')).toEqual([1, 1, [bern]]);
    expect(await shown('located=false')).toEqual([1, 0, []]);
    expect(await shown('located=true&tags=lake')).toEqual([1, 1, [thun]]);
    const listed = async (query: string) =>
      (await side.get(person, `/api/anecdotes/cursor?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed('located=false')).toEqual([bare]);
    expect(await listed('bbox=7.4,46.9,7.5,47')).toEqual([bern]);
  });

  test('shows the same anecdotes as a list, also for texts that are too long for the word index', async () => {
    const person = await side.newPerson();
    const long = 'so on and on '.repeat(170);
    const texts = ['Herons', `${long} heron`, `Heron ${long}`, `${long} canal`, 'Canal, no bird', 'A heron on a canal'];
    for (const [index, description] of texts.entries()) {
      await side.write(person, { description, tags: index < 3 ? ['river'] : [], ...at(10, index / 10) });
    }
    await side.write(person, { description: 'A heron', coordinates: null });
    await side.write(await side.newPerson(), { description: 'A heron', ...at(10, 10) });
    const near = 'near=10,0.2,15';
    for (const query of [
      ...[
        'search=heron',
        'search=heron canal',
        'search=canal',
        'search=haron',
        'search=tag:river heron',
        'search=nothing',
      ],
      ...['search=heron&tags=river', `search=heron&${near}`, 'search=heron&located=false', 'search=o n'],
      ...['search=heron&date_from=2100-01-01', 'search=heron -canal', 'search="a heron"', 'search=heron has:place'],
    ]) {
      const { body } = await side.get(person, `/api/anecdotes/cursor?${query}`);
      const found = body.data as { id: string; coordinates: object | null }[];
      const shown = found.flatMap(({ id, coordinates }) => (coordinates === null ? [] : id));
      // The second viewport is small enough to be read by place.
      for (const viewport of ['', '&bbox=-0.05,9.99,1.05,10.01&zoom=16']) {
        const map = await mapOf(person, `?${query}${viewport}`);
        expect([query, idsOf(map), map.total_anecdotes]).toEqual([query, shown.sort(), found.length]);
      }
    }
  });

  test('refuses an invalid viewport and names the field', async () => {
    const person = await side.newPerson();
    for (const [query, field] of [
      ['bbox=1,2,3', 'bbox'],
      ['bbox=0,0,200,1', 'bbox'],
      ['zoom=23', 'zoom'],
      ['near=0,0,0', 'near'],
      ['page=2', 'page'],
    ]) {
      const { status, body } = await side.get(person, `/api/anecdotes/map?${query}`);
      expect([status, body.error.code, Object.keys(body.error.fields)]).toEqual([400, 'VALIDATION_FAILED', [field]]);
    }
  });
});

describe('a viewport with more than 2,000 anecdotes', () => {
  let person: Person;
  const HOME = [47.3769, 8.5417] as const;
  const corner = [47.36, 8.52] as const;

  beforeAll(async () => {
    person = await side.newPerson();
    await writeAll(
      person,
      Array.from({ length: 2_000 }, () => HOME),
      ['home'],
    );
  }, 60_000);

  test('is answered with cells, and one with exactly 2,000 with points', async () => {
    const before = await mapOf(person);
    expect([before.points?.length, before.cells]).toEqual([2_000, null]);
    await writeAll(person, [corner], ['away']);
    const after = await mapOf(person);
    expect([after.points, countOf(after)]).toEqual([null, 2_001]);
  });

  test('has a cell exactly at a spot with 5,000 anecdotes, at every zoom that separates it from others', async () => {
    await writeAll(
      person,
      Array.from({ length: 3_000 }, () => HOME),
      ['home'],
    );
    for (const zoom of [13, 16, 18, 22]) {
      for (const ask of ways) {
        const map = await mapOf(person, ask(`?bbox=8.5,47.35,8.6,47.4&zoom=${zoom}`));
        expect(map.cells).toContainEqual({
          ...{ lat: HOME[0], lng: HOME[1], count: 5_000, tag: 'home' },
          bounds: [HOME[1], HOME[0], HOME[1], HOME[0]],
        });
      }
    }
    // Although the database has no statistics about them yet.
    const listed = await side.get(person, '/api/anecdotes/cursor?tags=home&bbox=8.5,47.35,8.6,47.4&limit=1');
    expect([listed.status, listed.body.pagination.totalCount]).toEqual([200, 5_000]);
  });

  test('in its cells but few inside it is answered with points', async () => {
    const map = await mapOf(person, '?bbox=8.51,47.355,8.53,47.365&zoom=12');
    expect(map.points).toMatchObject([{ lat: corner[0], lng: corner[1], tag: 'away' }]);
  });

  test('has cells whose bounds contain their places and whose counts add up, with or without a filter', async () => {
    const places = Array.from({ length: 300 }, (_, index) => [
      Math.sin(index) * 89.9,
      ((index * 137.508) % 360) - 180,
    ]) as [number, number][];
    await writeAll(person, places, ['far']);
    const all = [...places, HOME, corner];
    for (const zoom of [0, 2, 5, 22]) {
      const map = await mapOf(person, `?zoom=${zoom}`);
      expect(countOf(map)).toBe(5_301);
      for (const [lat, lng] of all) {
        const isIn = ({ bounds: [west, south, east, north] }: { bounds: readonly number[] }) =>
          [west, south, east, north].length === 4 &&
          lng >= Number(west) &&
          lng <= Number(east) &&
          lat >= Number(south) &&
          lat <= Number(north);
        expect(map.cells?.some(isIn), `${lat}, ${lng} at zoom ${zoom}`).toBe(true);
      }
      for (const { lat, lng, bounds } of map.cells ?? []) {
        expect(lng).toBeGreaterThanOrEqual(bounds[0] - 1e-6);
        expect(lng).toBeLessThanOrEqual(bounds[2] + 1e-6);
        expect(lat).toBeGreaterThanOrEqual(bounds[1] - 1e-6);
        expect(lat).toBeLessThanOrEqual(bounds[3] + 1e-6);
      }
      for (const ask of ways.slice(1)) expect(await mapOf(person, ask(`?zoom=${zoom}`))).toEqual(map);
    }
  }, 60_000);

  test('has complete cells, so that they stay the same while the map moves', async () => {
    const cells = async (bbox: string) => (await mapOf(person, `?bbox=${bbox}&zoom=3`)).cells ?? [];
    const moved = await cells('-60.5,-30,60,70');
    expect(moved.length).toBeGreaterThan(20);
    expect(await cells('-59,-29,61,71')).toEqual(expect.arrayContaining(moved.slice(5, -5)));
  });
});

describe('lists', () => {
  test('can be filtered by a box, a circle and whether there is a place, with matching totals', async () => {
    const person = await side.newPerson();
    const write = (lat: number, lng: number) => side.write(person, { description: 'heron', ...at(lat, lng) });
    const fiji = await write(-18, 179.99);
    const across = await write(-18, -179.99);
    const equator = await write(0, 0);
    const bare = await side.write(person, { description: 'heron', coordinates: null });
    const ids = async (path: string) => {
      const { body } = await side.get(person, path);
      const items: { id?: string; anecdote?: { id: string } }[] = body.data;
      const found = items.map((item) => item.id ?? item.anecdote?.id).sort();
      expect(body.pagination.totalCount ?? body.pagination.totalItems).toBe(found.length);
      return found;
    };
    for (const path of ['/api/anecdotes?', '/api/anecdotes/cursor?', '/api/anecdotes/search?query=heron&']) {
      expect(await ids(`${path}bbox=179,-20,-179,-10`)).toEqual([fiji, across].sort());
      expect(await ids(`${path}bbox=-1,-1,1,1`)).toEqual([equator]);
      // 2.1 km apart, across the date line.
      expect(await ids(`${path}near=-18,179.99,2.2`)).toEqual([fiji, across].sort());
      expect(await ids(`${path}near=-18,179.99,2`)).toEqual([fiji]);
      expect(await ids(`${path}near=-18,179.99,20000`)).toEqual([fiji, across, equator].sort());
      expect(await ids(`${path}located=true`)).toEqual([fiji, across, equator].sort());
      expect(await ids(`${path}located=false`)).toEqual([bare]);
    }
    const { body } = await side.get(person, '/api/anecdotes/months?bbox=-1,-1,1,1&time_zone=UTC');
    expect(body.data).toEqual([{ month: '2026-11', count: 1 }]);
  });

  test('near a pole contain what is on the other side of it', async () => {
    const person = await side.newPerson();
    const pole = await side.write(person, at(90, 0));
    const behind = await side.write(person, at(89.9, -170));
    await side.write(person, at(88, 10));
    const { body } = await side.get(person, '/api/anecdotes?near=89.95,10,20');
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual([pole, behind].sort());
  });

  test('find places with coordinates next to zero like those at zero', async () => {
    const person = await side.newPerson();
    const written = [at(5e-324, 0), at(0, 1e-170), at(-1e-170, -5e-324)].map((place) => side.write(person, place));
    const tiny = (await Promise.all(written)).sort();
    for (const near of ['0,0,1', '0,0,20000', '-90,0,20000']) {
      const { body } = await side.get(person, `/api/anecdotes?near=${near}`);
      expect(body.data?.map(({ id }: { id: string }) => id).sort()).toEqual(tiny);
      expect(idsOf(await mapOf(person, `?near=${near}`))).toEqual(tiny);
    }
    expect((await side.get(person, '/api/anecdotes/related?text=heron&near=0,0')).status).toBe(200);
    expect((await side.get(person, `/api/anecdotes/related?of=${tiny[0]}`)).status).toBe(200);
  });
});

test('the counters of the map equal a fresh fold of the log', async () => {
  const tables = await expectLikeTheLog(side.projection);
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  expect(rows('place_use')).toBeGreaterThan(5_300);
  for (const level of [5, 8, 11, 14, 17, 20]) expect(rows(`area_${level}`)).toBeGreaterThan(100);
});
