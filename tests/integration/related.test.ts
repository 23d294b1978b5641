import { type AnecdoteId, RelatedAnecdotes, type RelatedReason, streams } from '@anecdotes/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { linearChain, plantAnecdotes } from '../support/planted-anecdotes.ts';
import { type MadeUpAnecdote, makeUpJournal } from '../support/planted-stories.ts';
import { created, newAnecdoteId } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let side: QuerySide;
let ann: Person;

beforeAll(async () => {
  side = await startQuerySide({ clock: () => now });
  side.startProjector();
});

beforeEach(async () => {
  ann = await side.newPerson();
});

afterAll(() => side.close());

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12)).toISOString();
const bare = { tags: [], location: null, coordinates: null };

async function related(query: Record<string, string>): Promise<RelatedAnecdotes> {
  const { status, body } = await side.get(ann, `/api/anecdotes/related?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return RelatedAnecdotes.parse(body.data);
}

const idsOf = (list: RelatedAnecdotes) => list.map(({ anecdote }) => anecdote.id);
const kinds = (reasons: readonly RelatedReason[]) => reasons.map(({ kind }) => kind).sort();

describe('related anecdotes', () => {
  /** A journal large enough for some words and tags to be common in it. */
  async function writeJournal(): Promise<void> {
    for (let number = 0; number < 30; number += 1) {
      const description = `Walked through the ordinary morning, number ${'x'.repeat((number % 7) + 3)}`;
      await side.write(ann, { ...bare, description, tags: ['daily'], timestamp: day(number * 10) });
    }
  }

  test('share rare tags and words, are near in time and place, and name these reasons', async () => {
    await writeJournal();
    const coordinates = { lat: 10, lng: 20, address: null };
    const first = await side.write(ann, {
      description: 'The clarinet was ordinary',
      tags: ['daily', 'music'],
      timestamp: day(100),
      location: null,
      coordinates,
    });
    const second = await side.write(ann, {
      description: 'An ordinary morning with the clarinet',
      tags: ['daily', 'music'],
      timestamp: day(102),
      location: null,
      coordinates: { ...coordinates, lat: 10.009 },
    });
    const [best] = await related({ of: second });
    expect(best?.anecdote.id).toBe(first);
    expect(kinds(best?.reasons ?? [])).toEqual(['place', 'tags', 'time', 'words']);
    expect(best?.reasons).toEqual(
      expect.arrayContaining([
        { kind: 'tags', values: ['music'] },
        { kind: 'words', values: ['clarinet'] },
        { kind: 'time', hours: 48 },
        { kind: 'place', km: 1 },
      ]),
    );
    const unsaved = {
      text: 'An ordinary morning with the clarinet',
      tags: 'daily,MUSIC',
      at: day(102),
      near: '10.009,20',
    };
    const [same] = await related(unsaved).then((list) => list.filter(({ anecdote }) => anecdote.id !== second));
    expect(same).toEqual(best);
  });

  test('are found by a rare word or tag however old they are, and earlier ones come before later ones', async () => {
    await writeJournal();
    const old = await side.write(ann, {
      ...bare,
      description: 'A kaleidoscope',
      timestamp: '1990-01-01T00:00:00.000Z',
    });
    const tagged = await side.write(ann, {
      ...bare,
      description: 'b',
      tags: ['rare'],
      timestamp: '1991-01-01T00:00:00.000Z',
    });
    const list = idsOf(await related({ text: 'Kaleidoscope!', tags: 'rare', at: day(15) }));
    expect(list.slice(0, 2).sort()).toEqual([old, tagged].sort());
    const later = await side.write(ann, { ...bare, description: 'A xylophone', timestamp: day(26) });
    const earlier = await side.write(ann, { ...bare, description: 'A xylophone', timestamp: day(24) });
    expect(idsOf(await related({ text: 'xylophone', at: day(25) })).slice(0, 2)).toEqual([earlier, later]);
  });

  test('are never the anecdote itself, its parent or anything below it', async () => {
    const text = { ...bare, description: 'The clarinet', tags: ['music'] };
    const parent = await side.write(ann, { ...text, timestamp: day(1) });
    const self = await side.write(ann, { ...text, timestamp: day(2), connected_to: parent });
    const child = await side.write(ann, { ...text, timestamp: day(3), connected_to: self });
    await side.write(ann, { ...text, timestamp: day(4), connected_to: child });
    const sibling = await side.write(ann, { ...text, timestamp: day(5), connected_to: parent });
    expect(idsOf(await related({ of: self, limit: '10' }))).toEqual([sibling]);
    const loop = { type: 'AnecdoteLinked', data: { owner: ann.account, connected_to: child } } as const;
    await side.record(streams.anecdote(parent), ann.account, loop);
    expect(idsOf(await related({ of: self }))).toEqual([]);
  });

  test('are never of the same chain, even if more anecdotes are below than are searched', async () => {
    const top = await side.write(ann, { ...bare, description: 'The clarinet', timestamp: day(1) });
    const other = await side.write(ann, { ...bare, description: 'The clarinet', timestamp: day(1) });
    await side.get(ann, `/api/anecdotes/${other}`);
    const below = await plantAnecdotes(side.pool, top, [top, ...linearChain(600).slice(1)]);
    await side.pool.query(
      `insert into views.chain_member (anecdote, owner, chain) select unnest($1::uuid[]), $2::uuid, $3::uuid`,
      [below, ann.account, top],
    );
    expect(idsOf(await related({ of: top, limit: '10' }))).toEqual([other]);
    expect(idsOf(await related({ of: other, limit: '10' }))).toContain(below[0]);
  });

  test('of other accounts are never included', async () => {
    const ben = await side.newPerson();
    const text = {
      ...bare,
      description: 'The clarinet',
      tags: ['music'],
      coordinates: { lat: 1, lng: 1, address: null },
    };
    const foreign = await side.write(ben, { ...text, timestamp: day(1) });
    const own = await side.write(ann, { ...text, timestamp: day(1) });
    expect(await related({ of: own })).toEqual([]);
    expect(idsOf(await related({ text: 'clarinet', tags: 'music', near: '1,1', at: day(1) }))).toEqual([own]);
    for (const of of [foreign, newAnecdoteId()]) {
      const { status, body } = await side.get(ann, `/api/anecdotes/related?of=${of}`);
      expect([status, body.error.code]).toEqual([404, 'ANECDOTE_NOT_FOUND']);
    }
  });

  test('are none in an empty journal, and otherwise at most as many as requested', async () => {
    expect(await related({ text: 'anything' })).toEqual([]);
    for (let number = 1; number <= 12; number += 1) {
      await side.write(ann, { ...bare, description: 'The clarinet', timestamp: day(number) });
      for (let other = 0; other < 15; other += 1) await side.write(ann, { ...bare, description: 'A tuba' });
    }
    for (const [limit, count] of [
      ['', 5],
      ['3', 3],
      ['1000', 10],
    ] as const) {
      expect(await related({ text: 'clarinet', at: day(13), limit })).toHaveLength(count);
    }
  });

  test('find texts with pattern characters literally', async () => {
    const odd = await side.write(ann, {
      ...bare,
      description: "a%b_c\\d'; drop table views.anecdote; -- <b>x</b>",
      timestamp: day(1),
    });
    expect(idsOf(await related({ text: "%%%_\\' <script> table", at: day(2) }))).toEqual([odd]);
  });

  test.each([
    ['', 'of'],
    ['limit=3', 'of'],
    ['of=no-id', 'of'],
    [`of=${newAnecdoteId()}&text=x`, 'of'],
    ['text=a%00b', 'text'],
    [`text=${'x'.repeat(501)}`, 'text'],
    ['text=x&at=yesterday', 'at'],
    ['text=x&near=1,2,3', 'near'],
    ['near=91,0', 'near'],
    ['text=x&limit=many', 'limit'],
    ['text=x&page=1', 'page'],
  ])('are refused for ?%s, naming %s', async (query, field) => {
    const { status, body } = await side.get(ann, `/api/anecdotes/related?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  });
});

/** The number of anecdotes that belong to no story; RELATED_OTHERS=5000 for a long journal. */
const OTHERS = Number(process.env.RELATED_OTHERS ?? 600);

describe('in a journal with made-up stories', () => {
  const CASES = 200;

  /** Records `journal` as anecdotes of Ann; returns their ids. */
  async function record(journal: readonly MadeUpAnecdote[]): Promise<AnecdoteId[]> {
    const ids = journal.map(() => newAnecdoteId());
    for (const [index, { content }] of journal.entries()) {
      await side.record(streams.anecdote(ids[index] as AnecdoteId), ann.account, created(ann.account, content));
    }
    await vi.waitFor(async () => expect((await side.get(ann, '/api/anecdotes')).status).toBe(200), { timeout: 60_000 });
    return ids;
  }

  test('the previous part is among the first three suggestions for at least 80 % of the parts', async () => {
    const journal = makeUpJournal(20261122, { stories: 60, others: OTHERS });
    const ids = await record(journal);
    const idOf = ({ number, part }: NonNullable<MadeUpAnecdote['story']>) =>
      ids[journal.findIndex(({ story }) => story?.number === number && story.part === part)];
    const parts = journal
      .flatMap(({ content, story }) => (story && story.part > 0 ? [{ content, story }] : []))
      .slice(0, CASES);
    expect(parts).toHaveLength(CASES);
    let found = 0;
    for (const [index, { content, story }] of parts.entries()) {
      const { description, tags, timestamp, coordinates } = content;
      const unsaved = {
        text: description.slice(0, 500),
        tags: tags.join(','),
        at: timestamp,
        near: coordinates ? `${coordinates.lat},${coordinates.lng}` : '',
      };
      const self = idOf(story);
      // Every second one is queried as if it were not saved yet. Then it finds itself, which is left out.
      const list = idsOf(await related(index % 2 === 0 ? { of: self ?? '' } : unsaved)).filter((id) => id !== self);
      const before = idOf({ ...story, part: story.part - 1 });
      if (list.slice(0, 3).includes(before ?? '')) found += 1;
    }
    expect(found / CASES).toBeGreaterThanOrEqual(0.8);
  });
});
