import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Month } from '../../anecdote/months.ts';
import { rowsOf } from './rows.ts';

const month = (count: number, index = 0): Month => ({ key: `m${index}`, count });

test('without months every row is an anecdote', () => {
  const rows = rowsOf(3, []);
  expect(rows.count).toBe(3);
  expect(rows.at(2)).toEqual({ kind: 'anecdote', index: 2 });
});

test('each month has a heading row before its anecdotes', () => {
  const months = [month(2, 0), month(1, 1)];
  const rows = rowsOf(3, months);
  expect(rows.headings).toEqual([0, 3]);
  expect(Array.from({ length: rows.count }, (_, row) => rows.at(row))).toEqual([
    { kind: 'month', month: months[0] },
    { kind: 'anecdote', index: 0 },
    { kind: 'anecdote', index: 1 },
    { kind: 'month', month: months[1] },
    { kind: 'anecdote', index: 2 },
  ]);
});

test('rowOf returns the row of every anecdote', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0);
      const rows = rowsOf(total, counts.map(month));
      expect(rows.count).toBe(total + counts.length);
      for (let index = 0; index < total; index += 1) {
        expect(rows.at(rows.rowOf(index))).toEqual({ kind: 'anecdote', index });
      }
    }),
  );
});
