import type { AnecdoteContent } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { emptyDraft, toNewAnecdote } from './draft.ts';
import { draftOf, toChangedAnecdote, toCopy } from './edited-draft.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const content: AnecdoteContent = {
  description: 'A cello on the tram',
  tags: ['music', 'tram'],
  timestamp: '2026-11-20T07:42:00.000Z',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  location: 'Line 4',
  coordinates: { lat: 47.37818, lng: 8.54019, address: 'Central Station' },
};
const anecdote = {
  ...{ id: '0197c000-0000-7000-8000-00000000000a', ...content, connected_to: null, revision: 0 },
  ...{ reaction_count: 0, user_reacted: false, created_at: content.timestamp, updated_at: content.timestamp },
};

test('saving the draft of an anecdote sends all of its content', () => {
  const draft = draftOf(anecdote, NOW);
  expect(toNewAnecdote(draft, NOW)).toEqual(content);
  expect(toChangedAnecdote(emptyDraft, draft, NOW)).toEqual(content);
});

test('an edit sends only the changed fields, and null for emptied ones', () => {
  const before = draftOf(anecdote, NOW);
  expect(toChangedAnecdote(before, before, NOW)).toEqual({});
  expect(toChangedAnecdote(before, { ...before, location: ' ' }, NOW)).toEqual({ location: null });
  const unnamed = { lat: 47.37818, lng: 8.54019, address: ' ' };
  expect(toChangedAnecdote(before, { ...before, coordinates: unnamed }, NOW)).toEqual({
    coordinates: { ...unnamed, address: null },
  });
  expect(toChangedAnecdote(before, { ...before, coordinates: null }, NOW)).toEqual({ coordinates: null });
});

test('a tag with a comma of another script survives an edit of the other tags', () => {
  const before = draftOf({ ...anecdote, tags: ['散歩、雨', 'tram'] }, NOW);
  expect(toChangedAnecdote(before, { ...before, tags: `${before.tags}، 茶` }, NOW)).toEqual({
    tags: ['散歩、雨', 'tram', '茶'],
  });
});

test('an anecdote whose tag has an invisible character can be edited, and an edit of its tags removes that', () => {
  const before = draftOf({ ...anecdote, tags: ['mu\u200bsic'] }, NOW);
  expect(toChangedAnecdote(before, { ...before, description: 'Two cellos' }, NOW)).toEqual({
    description: 'Two cellos',
  });
  expect(toChangedAnecdote(before, { ...before, tags: `${before.tags}, tram` }, NOW)).toEqual({ tags: content.tags });
});

test('control characters that were pasted are sent as line breaks, or as spaces in a field of one line', () => {
  const before = draftOf(anecdote, NOW);
  const here = { lat: 47.37818, lng: 8.54019 };
  const pasted = {
    ...before,
    description: 'A slide\vof two\tlines\f\u0000and\r\npages',
    location: 'Line 5\vplatform 2\u0007',
    coordinates: { ...here, address: 'Line 5\vZurich' },
  };
  const sent = {
    description: 'A slide\nof two\tlines\nand\npages',
    location: 'Line 5 platform 2',
    coordinates: { ...here, address: 'Line 5 Zurich' },
  };
  expect(toNewAnecdote(pasted, NOW)).toMatchObject(sent);
  expect(toChangedAnecdote(before, pasted, NOW)).toEqual(sent);
});

test('control characters and Windows line breaks of a stored text are not a change, and are replaced with one', () => {
  const stored = { ...anecdote, description: 'A slide\vof two\r\nlines', location: ' Line\u00074' };
  const before = draftOf(stored, NOW);
  expect(toChangedAnecdote(before, { ...before, tags: 'tram' }, NOW)).toEqual({ tags: ['tram'] });
  const draft = { ...before, description: `${before.description}!` };
  expect(toChangedAnecdote(before, draft, NOW)).toEqual({ description: 'A slide\nof two\nlines!' });
});

test('the quick form sends neither location nor coordinates, which only the full form shows', () => {
  const sent = toNewAnecdote({ ...draftOf(anecdote, NOW), enhanced: false }, NOW);
  expect(sent).not.toHaveProperty('location');
  expect(sent).not.toHaveProperty('coordinates');
});

test('a copy of an edited anecdote keeps its exact time and zone unless the time was changed, and all fields', () => {
  const abroad = { ...anecdote, timestamp: '2026-11-20T07:42:13.456Z', time_zone: 'Asia/Tokyo' };
  const before = draftOf(abroad, NOW);
  const { description: _, ...rest } = { ...content, timestamp: abroad.timestamp, time_zone: abroad.time_zone };
  const changed = { ...before, description: 'Two cellos', enhanced: false };
  expect(toCopy(abroad, before, changed, NOW)).toEqual({ ...rest, description: 'Two cellos' });
  const now = { ...changed, when: emptyDraft.when };
  expect(toCopy(abroad, before, now, NOW)).toMatchObject({
    timestamp: NOW.toISOString(),
    time_zone: content.time_zone,
  });
});
