import { expect, test } from 'vitest';
import { anecdote } from '../../../../tests/support/anecdote-view.ts';
import { groupByPlace } from './groups.ts';

const station = { lat: 47.37818, lng: 8.54019, address: 'Central Station' };

test('anecdotes of one point are one place, called as the first of them calls it', () => {
  const { places } = groupByPlace([
    anecdote('newer', { coordinates: station }),
    anecdote('lake', { coordinates: { lat: 47.36, lng: 8.54, address: null }, location: 'The lake' }),
    anecdote('older', { coordinates: { ...station, lat: 47.378183, address: 'HB' } }),
  ]);
  expect(places.map(({ name, anecdotes }) => [name, anecdotes.map(({ id }) => id)])).toEqual([
    ['Central Station', ['newer', 'older']],
    ['The lake', ['lake']],
  ]);
});

test('a point without any name is a custom location', () => {
  const { places } = groupByPlace([anecdote('somewhere', { coordinates: { lat: 0, lng: 0, address: null } })]);
  expect(places[0]?.name).toBe('Custom location');
});

test('an anecdote without coordinates is elsewhere, even if its place has a name', () => {
  const { places, elsewhere } = groupByPlace([anecdote('named', { location: 'Tram 11' }), anecdote('bare')]);
  expect(places).toEqual([]);
  expect(elsewhere.map(({ id }) => id)).toEqual(['named', 'bare']);
});
