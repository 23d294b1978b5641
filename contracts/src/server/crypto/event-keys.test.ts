import type pg from 'pg';
import { expect, test } from 'vitest';
import type { AccountId } from '../../ids.ts';
import { createEventKeys, wrap } from './event-keys.ts';

const ann = '0197c000-0000-7000-8000-0000000000aa' as AccountId;
const masterKey = new Uint8Array(32);

test('a key that was being read while it was destroyed is neither cached nor given to later callers', async () => {
  const before = { rows: [{ id: ann, number: null, wrapped: wrap(masterKey, ann, new Uint8Array(32)) }] };
  const first = Promise.withResolvers<unknown>();
  const answers = [first.promise, { rows: [{ id: ann, number: null, wrapped: null }] }];
  const keys = createEventKeys({ query: async () => answers.shift() } as unknown as pg.Pool, masterKey);
  const reading = keys.get(ann);
  keys.forget(ann);
  expect(await keys.get(ann)).toBe('destroyed');
  first.resolve(before);
  await reading;
  expect(await keys.get(ann)).toBe('destroyed');
});

test('the key of an anecdote of a person whom another process has just erased is destroyed, not missing', async () => {
  const block = '0197c000-0000-7000-8000-0000000000bb';
  const answers = [
    [{ id: ann, number: null, wrapped: wrap(masterKey, ann, new Uint8Array(32)) }],
    // The erasure has deleted the block.
    [],
    [{ id: ann, number: null, wrapped: null }],
  ];
  const keys = createEventKeys({ query: async () => ({ rows: answers.shift() }) } as unknown as pg.Pool, masterKey);
  expect(await keys.get(ann)).toBeInstanceOf(Uint8Array);
  expect(await keys.getAll([{ subject: ann, keyId: `${block}.0` }])).toEqual(['destroyed']);
});
