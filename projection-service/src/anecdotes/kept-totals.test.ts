import { type AccountId, parseSearch } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import type { HitCount } from './count.ts';
import { keepTotals } from './kept-totals.ts';
import { type AnecdoteFilter, filterOf } from './parameters.ts';
import { searchFor } from './searched.ts';

const ann = 'ann' as AccountId;
const ben = 'ben' as AccountId;

/**
 * Kept totals of views at position `views.at`, while this process knows position `views.known`; `ask` counts
 * `views.total`.
 */
function kept(max?: number) {
  const views = { at: 5n, known: 5n, generation: 1, total: 3, moves: new Map<string, number>() };
  const versionOf = (account: AccountId) => `v${views.moves.get(account) ?? 0}`;
  const totals = keepTotals({ current: () => views.known }, { versionOf }, max);
  const ask = async (owner = ann, parameters: Partial<Parameters<typeof filterOf>[0]> = {}, before = () => {}) => {
    const given: (HitCount | undefined)[] = [];
    const journal = totals.of(owner);
    before();
    const { count } = await journal.keep(filterOf({ located: undefined, ...parameters }), async (known) => {
      given.push(known);
      return { count: known ?? { totalCount: views.total }, snapshot: `${views.generation} ${views.at}` };
    });
    return { total: count.totalCount, reads: given.map((known) => (known ? 'with total' : 'counted')) };
  };
  return { views, totals, ask };
}

test('a total is counted once while its journal does not change, whatever other accounts write', async () => {
  const { views, ask } = kept();
  expect(await ask()).toEqual({ total: 3, reads: ['counted'] });
  views.at = views.known = 6n;
  views.moves.set(ben, 1);
  expect(await ask()).toEqual({ total: 3, reads: ['with total'] });
  views.at = views.known = 7n;
  views.moves.set(ann, 1);
  views.total = 4;
  expect(await ask()).toEqual({ total: 4, reads: ['counted'] });
  expect(await ask()).toEqual({ total: 4, reads: ['with total'] });
});

test('a total is counted and not kept when the statement sees a later position than this process knows', async () => {
  const { views, ask } = kept();
  await ask();
  views.at = 6n;
  views.total = 4;
  expect(await ask()).toEqual({ total: 4, reads: ['with total', 'counted'] });
  views.known = 6n;
  views.moves.set(ann, 1);
  expect(await ask()).toEqual({ total: 4, reads: ['counted'] });
});

test('a total is counted and not kept when the journal changes between the lookup of the search words and the list', async () => {
  const { views, ask } = kept();
  const move = () => {
    views.at = views.known += 1n;
    views.moves.set(ann, Number(views.at));
    views.total += 1;
  };
  expect(await ask(ann, {}, move)).toEqual({ total: 4, reads: ['counted'] });
  expect(await ask()).toEqual({ total: 4, reads: ['counted'] });
  expect(await ask(ann, {}, move)).toEqual({ total: 5, reads: ['with total', 'counted'] });
  expect(await ask()).toEqual({ total: 5, reads: ['counted'] });
});

test('a total is counted again in another generation of views at the same position', async () => {
  const { views, ask } = kept();
  await ask();
  views.generation = 2;
  views.total = 4;
  expect(await ask()).toEqual({ total: 4, reads: ['with total', 'counted'] });
  expect(await ask()).toEqual({ total: 4, reads: ['with total'] });
});

test('each account and each filter has a total of its own', async () => {
  const filters = [
    {},
    { search: 'river' },
    { search: '-river' },
    { search: 'on:2026-01', time_zone: 'Asia/Tokyo' },
    { search: 'on:2026-01' },
    { tags: 'river' },
    { tags: 'river,garden' },
    { date_from: '2026-01-01' },
    { date_to: '2026-01-01' },
    { located: true },
    { chain: 'a' },
  ] as Partial<Parameters<typeof filterOf>[0]>[];
  const { views, ask } = kept();
  for (const owner of [ann, ben])
    for (const filter of filters) {
      views.total += 1;
      expect([filter, await ask(owner, filter)]).toEqual([filter, { total: views.total, reads: ['counted'] }]);
    }
});

test('the same words searched in other fields have a separate total', async () => {
  const { totals } = kept();
  const narrowed = filterOf({ located: undefined });
  const counted: string[] = [];
  for (const fields of [['description'], ['tags'], ['description', 'tags']] as const) {
    const search = { ...searchFor(parseSearch('river')), fields: new Set(fields) };
    const filter: AnecdoteFilter = { ...narrowed, search };
    await totals.of(ann).keep(filter, async (known) => {
      if (!known) counted.push(fields.join());
      return { count: { totalCount: 1 }, snapshot: '1 5' };
    });
  }
  expect(counted).toEqual(['description', 'tags', 'description,tags']);
});

test('the least recently used totals are evicted', async () => {
  const { ask } = kept(2);
  for (const tags of ['a', 'b', 'c']) await ask(ann, { tags });
  expect((await ask(ann, { tags: 'c' })).reads).toEqual(['with total']);
  expect((await ask(ann, { tags: 'a' })).reads).toEqual(['counted']);
});
