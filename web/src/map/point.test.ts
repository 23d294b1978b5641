import { expect, test } from 'vitest';
import { distance, formatPoint, nearestCopy, wrapLongitude } from './point.ts';

test('a point is formatted with its latitude first, and by default with 4 decimals', () => {
  expect(formatPoint({ lat: 47.378184, lng: -8.5 })).toBe('47.3782, -8.5000');
  expect(formatPoint({ lat: 47.378184, lng: -8.5 }, 6)).toBe('47.378184, -8.500000');
});

test('a longitude beyond the date line is wrapped to the range from -180 to 180', () => {
  expect([190, -190, 540, 180, -180, 0].map(wrapLongitude)).toEqual([-170, 170, -180, 180, -180, 0]);
});

test('a point is shown on the copy of the world that is nearest to the centre', () => {
  expect(nearestCopy(-179, 178)).toBe(181);
  expect(nearestCopy(179, -178)).toBe(-181);
  expect(nearestCopy(8, 12)).toBe(8);
});

test('the distance between two points is the shortest one, also across the date line', () => {
  expect(distance({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(111.2, 1);
  expect(distance({ lat: 90, lng: 0 }, { lat: -90, lng: 50 })).toBeCloseTo(20_015, 0);
});
