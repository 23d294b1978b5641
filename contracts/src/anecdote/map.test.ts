import { expect, test } from 'vitest';
import { MapParameters } from '../parameters.ts';
import { AnecdoteMap, type Bounds, type MapCell, type MapPoint } from './map.ts';

const bounds: Bounds = [170, -20, -170, 10];
const point: MapPoint = { id: '0197c000-0000-7000-8000-00000000000a', lat: -18, lng: 178, tag: null };
const cell: MapCell = { lat: -18, lng: 178, count: 5_000, bounds: [178, -18, 178, -18], tag: 'sea' };
const whole = {
  total_anecdotes: 2,
  total_locations: 1,
  without_location: 1,
  bounds,
  tags: [{ name: 'sea', count: 1 }],
};

test('a map has either points or cells', () => {
  const isMap = (shown: object) => AnecdoteMap.safeParse({ ...whole, ...shown }).success;
  expect(isMap({ points: [point], cells: null })).toBe(true);
  expect(isMap({ points: null, cells: [cell] })).toBe(true);
  expect(isMap({ points: [point], cells: [cell] })).toBe(false);
  expect(isMap({ points: null, cells: null })).toBe(false);
});

test('the viewport of a map is read from its query string', () => {
  const viewport = MapParameters.parse({
    bbox: '170,-20.5,-170,1e-7',
    zoom: '4',
    near: '-18,178,12.5',
    located: 'true',
  });
  expect(viewport).toEqual({
    bbox: { west: 170, south: -20.5, east: -170, north: 1e-7 },
    zoom: 4,
    near: { lat: -18, lng: 178, km: 12.5 },
    located: true,
  });
  expect(MapParameters.parse({ bbox: '', near: '', located: '', zoom: '' })).toEqual({ zoom: 0 });
});

test.each([
  ['bbox', '1,2,3'],
  ['bbox', '1,2,3,4,5'],
  ['bbox', '-181,0,0,1'],
  ['bbox', '0,0,0,91'],
  ['bbox', '0,2,1,1'],
  ['bbox', '0,NaN,1,1'],
  ['bbox', '0, 0,1,1'],
  ['bbox', '0x1,0,1,1'],
  ['near', '0,0'],
  ['near', '91,0,1'],
  ['near', '0,0,0'],
  ['near', '0,0,-1'],
  ['near', '0,0,20001'],
  ['near', '0,0,Infinity'],
  ['zoom', '23'],
  ['zoom', '1.5'],
  ['located', 'yes'],
])('a map call with %s=%s is refused and names that parameter', (name, value) => {
  const { error } = MapParameters.safeParse({ [name]: value });
  expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
});
