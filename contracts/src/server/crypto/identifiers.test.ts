import { expect, test } from 'vitest';
import { derivedId, eventId, newId } from './identifiers.ts';

test('a derived id is the same as in earlier versions', () => {
  expect(derivedId('x', new Date(1_700_000_000_000))).toBe('018bcfe5-6800-7555-86f6-bde99b7ab130');
});

test('derived ids of one moment sort by their order', () => {
  const at = new Date(1_700_000_000_000);
  const ids = [0, 1, 2, 255, 256, 499, 4_095].map((order) => derivedId(`seed ${order}`, at, order));
  expect(ids.toSorted()).toEqual(ids);
  expect(derivedId('another seed', at, 1)).not.toBe(ids[1]);
});

test('the id of an event is the same only for the same command, stream and index', () => {
  const command = '018bcfe5-6800-7555-86f6-bde99b7ab130';
  expect(eventId(command, 'Anecdote-1', 0)).toBe(eventId(command, 'Anecdote-1', 0));
  expect(eventId(command, 'Anecdote-1', 0)).not.toBe(eventId(command, 'Anecdote-1', 1));
  expect(eventId(command, 'Anecdote-1', 0)).not.toBe(eventId(command, 'Anecdote-2', 0));
});

test('new ids are unique version 7 UUIDs of the current time', () => {
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, newId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before);
  }
});
