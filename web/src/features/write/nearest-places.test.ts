import { expect, test } from 'vitest';
import { nearestPlaces } from './nearest-places.ts';

const zurich = { lat: 47.3769, lng: 8.5417 };
const at = (location: string | null, lat: number, lng: number, address: string | null = null) => ({
  location,
  coordinates: { lat, lng, address },
});

test('a place that was used at several points is offered once, with the nearest point', () => {
  const used = [
    at('Home', 46.948, 7.4474),
    at('home', 47.38, 8.54),
    at('Home', 47.3801, 8.5402),
    at('Pier', 47.36, 8.55),
  ];
  expect(nearestPlaces(used, zurich).map(({ name, point }) => [name, point.lat])).toEqual([
    ['home', 47.38],
    ['Pier', 47.36],
  ]);
});

test('points without a name are named by their coordinates, and a location without a point is not offered', () => {
  const used = [at(null, 47.1, 8.1), at(null, 47.2, 8.2), { location: 'Somewhere', coordinates: null }];
  expect(nearestPlaces(used, zurich).map(({ name }) => name)).toEqual(['47.2000, 8.2000', '47.1000, 8.1000']);
});
