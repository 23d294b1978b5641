import type { AnecdoteId, ImportProblem } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { idsByPath, linked } from './links.ts';

const idOf = (index: number) => `entry ${index}` as AnecdoteId;

/**
 * Links entry `index` to entry `parents[index]`, beside the links of entries in the journal; returns the parents and the
 * problems.
 */
function link(parents: readonly number[], inJournal: Readonly<Record<number, number>> = {}) {
  const known = new Map(Object.entries(inJournal).map(([index, parent]) => [idOf(Number(index)), idOf(parent)]));
  const problems: ImportProblem[] = [];
  const wanted = parents.map((parent, index) => ({ at: `${index}`, parent: idOf(parent), found: idOf(parent) }));
  const found = linked(
    parents.map((_, index) => idOf(index)),
    wanted,
    known,
    (problem) => problems.push(problem),
  );
  return { parents: found, problems };
}

test('a chain of any length keeps its links', () => {
  const inJournal = 5_000;
  const chain = Array.from({ length: inJournal }, (_, index) => index + 1);
  expect(link(chain)).toEqual({ parents: chain.map(idOf), problems: [] });
});

test('a circle loses one link, which is reported, and entries that lead into it keep theirs', () => {
  const { parents, problems } = link([1, 2, 0, 0]);
  expect(parents.filter((parent) => parent === null)).toHaveLength(1);
  expect(parents[3]).toBe(idOf(0));
  expect(problems).toEqual([{ at: expect.any(String), message: 'Its link is left out: it leads in a circle' }]);
});

test.each([
  ['a/cello', 0],
  ['b/cello', 1],
  ['cello', 0],
  ['vault/b/cello', 1],
  ['vault/viola', 2],
  ['c/cello', undefined],
  ['b/viola/cello', undefined],
  ['ello', undefined],
])('a link to %s leads to the file whose path it ends with, or that ends with it', (link, index) => {
  const ids = new Map(['notes/a/cello', 'b/cello', 'viola'].map((path, index) => [path, idOf(index)]));
  expect(idsByPath(ids, new Set([link, 'viola'])).get(link)).toBe(index === undefined ? undefined : idOf(index));
});

test('a circle that leads through entries in the journal loses the link of a new one', () => {
  const { parents, problems } = link([10, 0], { 10: 11, 11: 0 });
  expect(parents).toEqual([null, idOf(0)]);
  expect(problems).toHaveLength(1);
  expect(link([10], { 10: 11, 11: 10 })).toEqual({ parents: [idOf(10)], problems: [] });
});
