import type { AnecdoteView, BatchItem } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { addAnswers, anecdotesOf, batchesOf, noResults } from './batches.ts';
import type { Sample } from './generate.ts';

test('no batch has more than 500 samples, and every sample is in a batch', () => {
  const batches = batchesOf(Array.from({ length: 1_201 }, () => sample()));
  expect(batches.map((batch) => batch.length)).toEqual([500, 500, 201]);
  expect(new Set(batches.flat()).size).toBe(1_201);
});

test('a sample that continues another is in a later batch, connected to the anecdote created for that one', () => {
  const samples = [sample(), sample(0), sample(), sample(1)];
  const [first = [], second = [], third = [], ...rest] = batchesOf(samples);
  expect([first, second, third, rest]).toEqual([[0, 2], [1], [3], []]);
  const afterFirst = addAnswers(noResults, first, samples, [created('a'), created('b')]);
  expect(anecdotesOf(second, samples, afterFirst)).toMatchObject([{ connected_to: 'a' }]);
  const afterSecond = addAnswers(afterFirst, second, samples, [created('c')]);
  expect(anecdotesOf(third, samples, afterSecond)).toMatchObject([{ connected_to: 'c' }]);
  expect(afterSecond).toMatchObject({ count: 3, ids: { 0: 'a', 1: 'c' } });
});

test('a sample that continues a refused one has no connection, and the first reason is kept', () => {
  const samples = [sample(), sample(0)];
  const [first = [], second = []] = batchesOf(samples);
  const refusal: BatchItem = { success: false, error: { code: 'X', message: 'No room' } };
  const after = addAnswers(noResults, first, samples, [refusal]);
  expect(after).toMatchObject({ count: 0, refused: 1, reason: 'No room' });
  expect(anecdotesOf(second, samples, after)[0]).not.toHaveProperty('connected_to');
});

function sample(continues?: number): Sample {
  const fields = { description: 'Rain.', tags: ['weather'], timestamp: '2026-11-20T12:00:00.000Z' };
  return { fields, ...(continues !== undefined && { continues }) };
}

function created(id: string): BatchItem {
  return { success: true, data: { id } as AnecdoteView };
}
