import { expect, test } from 'vitest';
import { defaultSample, generateSamples } from './generate.ts';

const now = new Date('2026-11-20T12:00:00Z');
const samples = generateSamples(defaultSample, now, sequence());

test('samples are as many as asked for, in order, within the months before now', () => {
  expect(samples).toHaveLength(20);
  const times = samples.map(({ timestamp }) => Date.parse(timestamp ?? ''));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(Date.parse('2026-05-20T00:00:00Z'));
  expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
});

test('every sample has one to five different tags and a text', () => {
  for (const { tags = [], description } of samples) {
    expect(tags.length).toBeGreaterThanOrEqual(1);
    expect(tags.length).toBeLessThanOrEqual(5);
    expect(description).not.toBe('');
  }
});

test('most samples have a place, not all', () => {
  const located = samples.filter(({ location }) => location !== undefined).length;
  expect(located).toBeGreaterThan(8);
  expect(located).toBeLessThan(20);
});

function sequence(): () => number {
  let state = 7;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}
