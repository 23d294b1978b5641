import { CreateAnecdote } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { generateSamples } from './generate.ts';
import { defaultSample, presets, resetSample, sampleOf } from './options.ts';
import { createRandom } from './random.ts';
import { sampleTags } from './tags.ts';

const now = new Date('2026-11-20T12:00:00Z');
const few = generateSamples(defaultSample, now, createRandom(7));
const many = generateSamples(sampleOf(2_000), now, createRandom(7));

test('there are as many samples as requested, in order, within the months before now', () => {
  expect(few).toHaveLength(20);
  const times = few.map(({ fields }) => Date.parse(fields.timestamp));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(Date.parse('2026-05-20T00:00:00Z'));
  expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
});

test('the same seed gives the same samples, another seed others', () => {
  expect(generateSamples(defaultSample, now, createRandom(7))).toEqual(few);
  expect(generateSamples(defaultSample, now, createRandom(8))).not.toEqual(few);
});

test('every sample is a valid request to create an anecdote', () => {
  for (const { fields } of many) expect(CreateAnecdote.safeParse(fields).error).toBeUndefined();
});

test('every sample has one to five different tags of the requested variety, about three on average', () => {
  const allowed = new Set(sampleTags.slice(0, resetSample.tagVariety));
  let all = 0;
  for (const { fields } of many) {
    const { tags } = fields;
    expect(tags.length).toBeGreaterThanOrEqual(1);
    expect(tags.length).toBeLessThanOrEqual(5);
    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(allowed).toContain(tag);
    all += tags.length;
  }
  expect(all / many.length).toBeCloseTo(resetSample.averageTagsPerAnecdote, 0);
});

test('about 70 % of the samples have a location, and half of those have coordinates', () => {
  const located = many.filter(({ fields }) => fields.location);
  const mapped = located.filter(({ fields }) => fields.coordinates);
  expect(located.length / many.length).toBeCloseTo(0.7, 1);
  expect(mapped.length / located.length).toBeCloseTo(0.5, 1);
  for (const { fields } of mapped) expect(fields.coordinates?.address).toBe(fields.location);
});

test('coordinates and locations are left out unless requested', () => {
  expect(few.filter(({ fields }) => fields.coordinates)).toEqual([]);
  expect(few.some(({ fields }) => fields.location)).toBe(true);
  const nowhere = generateSamples({ ...defaultSample, includeLocations: false }, now, createRandom(7));
  expect(nowhere.filter(({ fields }) => fields.location)).toEqual([]);
});

test('there are hundreds of different texts, and no placeholder is left in them', () => {
  const texts = many.map(({ fields }) => fields.description);
  expect(new Set(texts).size).toBeGreaterThan(500);
  for (const text of texts) expect(text).toMatch(/^[\p{Lu}\d][^{}]+[.?!]$/u);
});

test('about a tenth of the samples continue an earlier one, and none continues itself or a later one', () => {
  const continuing = many.flatMap(({ continues }, index) => (continues === undefined ? [] : [[continues, index]]));
  expect(continuing.length / many.length).toBeCloseTo(0.1, 1);
  for (const [earlier = 0, index = 0] of continuing) expect(earlier).toBeLessThan(index);
});

test('even of ten samples some are connected', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const samples = generateSamples(sampleOf(10), now, createRandom(seed));
    expect(samples.filter(({ continues }) => continues !== undefined).length).toBeGreaterThan(1);
  }
});

test('samples can be generated for an hour of the night that no theme fits', () => {
  const night = new Date('2026-11-20T02:30:00Z');
  expect(generateSamples({ ...sampleOf(200), dateRangeMonths: 0 }, night, createRandom(3))).toHaveLength(200);
});

test('the presets generate 10, 100, 1,000 and 10,000 samples', () => {
  expect(presets.map((size) => generateSamples(sampleOf(size), now, createRandom(1)).length)).toEqual([
    10, 100, 1_000, 10_000,
  ]);
});
