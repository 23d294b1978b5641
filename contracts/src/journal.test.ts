import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEvent, readEventData } from './event.ts';
import { definitionOf, journalEvents } from './journal.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const golden = globSync('*/golden/*.json', { cwd: here }).map((file) => {
  const [, type = '', version = ''] = /^(\w+)\.v(\d+)\.json$/.exec(basename(file)) ?? [];
  return { type, version: Number(version), stored: JSON.parse(readFileSync(`${here}/${file}`, 'utf8')) };
});

test.each(golden)('$type version $version reads as the newest version', ({ type, version, stored }) => {
  const definition = definitionOf(type);
  const data = definition && readEventData(definition, version, stored);
  expect(
    data,
    `${type} changed: give it the next version, an upcast from version ${version} and a golden file`,
  ).toBeDefined();
  // A stored definition is not edited: a field that is added, renamed or dropped makes a new version.
  if (version === definition?.version) expect(data).toEqual(stored);
});

test.each(golden)('$type version $version refuses a field it does not know', ({ type, version, stored }) => {
  const definition = definitionOf(type);
  expect(definition && readEventData(definition, version, { ...stored, extra: 1 })).toBeUndefined();
});

test('every event has a golden file of each version that was ever stored, and an upcast from all but the newest', () => {
  const kept = golden.map(({ type, version }) => `${type}.v${version}`).sort();
  const versions = Object.values(journalEvents).flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, index) => `${type}.v${index + 1}`),
  );
  const missing = versions.filter((name) => !kept.includes(name));
  expect(missing, 'add these files to the folder golden beside events.ts').toEqual([]);
  expect(kept).toEqual(versions.sort());
  for (const { version, upcasts } of Object.values(journalEvents)) {
    expect(Object.keys(upcasts), 'one upcast from each earlier version').toEqual(
      Array.from({ length: version - 1 }, (_, index) => String(index + 1)),
    );
  }
});

test('data of an old version go through every upcast up to the newest, and no unknown version is read', () => {
  const definition = defineEvent({
    ...{ type: 'AnecdoteRated', stream: 'anecdote', inHistory: false, since: '2026-11-22', description: 'Made up.' },
    version: 3,
    upcasts: {
      1: ({ stars, ...rest }) => ({ ...rest, rating: stars }),
      2: ({ rating, ...rest }) => ({ ...rest, rating, scale: 5 }),
    },
    clear: { rating: z.int(), scale: z.int() },
    personal: {},
  });
  expect(readEventData(definition, 1, { stars: 4 })).toEqual({ rating: 4, scale: 5 });
  expect(readEventData(definition, 2, { rating: 4 })).toEqual({ rating: 4, scale: 5 });
  expect(readEventData(definition, 3, { rating: 4, scale: 10 })).toEqual({ rating: 4, scale: 10 });
  for (const version of [0, 4]) expect(readEventData(definition, version, { rating: 4, scale: 5 })).toBeUndefined();
});

test('an event is stored under the name it is defined by', () => {
  for (const [name, { type }] of Object.entries(journalEvents)) expect(type).toBe(name);
});
