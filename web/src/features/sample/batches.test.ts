import type { AnecdoteView, BatchItem } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { batchesOf, bodyOf, nothingMade, withAnswers } from './batches.ts';
import type { Sample } from './generate.ts';

test('no batch has more than 500, each has a key of its own, and nothing is left out', () => {
  const batches = batchesOf(Array.from({ length: 1_201 }, () => sample()));
  expect(batches.map(({ places }) => places.length)).toEqual([500, 500, 201]);
  expect(new Set(batches.map(({ key }) => key)).size).toBe(3);
  expect(new Set(batches.flatMap(({ places }) => places)).size).toBe(1_201);
});

test('what continues an anecdote comes in a later batch and is connected to what the service made of it', () => {
  const samples = [sample(), sample(0), sample(), sample(1)];
  const [first, second, third, ...rest] = batchesOf(samples);
  expect([first?.places, second?.places, third?.places, rest]).toEqual([[0, 2], [1], [3], []]);
  if (!first || !second || !third) throw new Error('three batches are expected');
  const afterFirst = withAnswers(nothingMade, first, [made('a'), made('b')]);
  expect(bodyOf(second, samples, afterFirst).anecdotes).toMatchObject([{ connected_to: 'a' }]);
  const afterSecond = withAnswers(afterFirst, second, [made('c')]);
  expect(bodyOf(third, samples, afterSecond).anecdotes).toMatchObject([{ connected_to: 'c' }]);
});

test('what continues a refused one stands alone, and the first reason is kept', () => {
  const samples = [sample(), sample(0)];
  const [first, second] = batchesOf(samples);
  if (!first || !second) throw new Error('two batches are expected');
  const after = withAnswers(nothingMade, first, [{ success: false, error: { code: 'X', message: 'No room' } }]);
  expect(after).toMatchObject({ refused: 1, reason: 'No room' });
  expect(bodyOf(second, samples, after).anecdotes[0]).not.toHaveProperty('connected_to');
});

function sample(continues?: number): Sample {
  const fields = { description: 'Rain.', tags: ['weather'], timestamp: '2026-11-20T12:00:00.000Z' };
  return { fields, ...(continues !== undefined && { continues }) };
}

function made(id: string): BatchItem {
  return { success: true, data: { id } as AnecdoteView };
}
