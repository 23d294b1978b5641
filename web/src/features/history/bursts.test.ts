import type { HistoryEntry } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { burstsOf } from './bursts.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
let count = 0;

function edit(seconds: number, changes: Partial<HistoryEntry> = {}, anecdote = 'a'): HistoryEntry {
  count += 1;
  return {
    id: String(count),
    type: 'AnecdoteEdited',
    at: new Date(START + seconds * 1_000).toISOString(),
    through: { channel: 'web', key: null },
    operation: null,
    anecdote: { id: anecdote, revision: count, fields: ['description'], before: null, after: null },
    key: null,
    ...changes,
  };
}

const sizes = (...entries: HistoryEntry[]) => burstsOf(entries).map(({ length }) => length);

test('edits of one anecdote with pauses of up to two minutes are one burst, however long it lasts', () => {
  expect(sizes(edit(360), edit(240), edit(120), edit(0))).toEqual([4]);
  expect(sizes(edit(241), edit(120), edit(0))).toEqual([1, 2]);
});

test('creating, deleting and restoring an anecdote are bursts of their own', () => {
  const types = ['AnecdoteRestored', 'AnecdoteDeleted', 'AnecdoteLinked', 'AnecdoteEdited', 'AnecdoteCreated'] as const;
  expect(sizes(...types.map((type, index) => edit(-index, { type })))).toEqual([1, 1, 2, 1]);
});

test('edits of different anecdotes, or through different keys, are not one burst', () => {
  const through = (id: string) => ({ through: { channel: 'api' as const, key: { id, name: null } } });
  expect(sizes(edit(3), edit(2, {}, 'b'), edit(1))).toEqual([1, 1, 1]);
  expect(sizes(edit(3, through('k')), edit(2, through('k')), edit(1, through('l')), edit(0))).toEqual([2, 1, 1]);
});

test('sessions that end together are one burst, and the sessions that start are bursts of their own', () => {
  const [ended, started] = (['SessionEnded', 'SessionStarted'] as const).map((type) => ({ type, anecdote: null }));
  expect(sizes(edit(4, ended), edit(4, ended), edit(3, started), edit(2, started), edit(1, ended))).toEqual([
    2, 1, 1, 1,
  ]);
});

test('consecutive changes of one operation are one burst, whatever they change and however long they take', () => {
  const operation = { id: 'o', kind: 'batch' as const };
  const created = { type: 'AnecdoteCreated' as const, operation };
  expect(sizes(edit(900, created, 'c'), edit(600, created, 'b'), edit(0, { operation }), edit(-1))).toEqual([3, 1]);
});
