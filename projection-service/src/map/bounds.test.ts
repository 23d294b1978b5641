import { expect, test } from 'vitest';
import { boundsOf } from './bounds.ts';

const around = (...longitudes: number[]) =>
  boundsOf({ south: -1, north: 1, strips: longitudes.map((lng) => ({ west: lng, east: lng })) });

test('without places there are no bounds, and the bounds of one place are that place', () => {
  expect(around()).toBeNull();
  expect(around(7)).toEqual([7, -1, 7, 1]);
});

test('bounds leave out the widest gap, wherever it is', () => {
  expect(around(-100, 20, 70)).toEqual([-100, -1, 70, 1]);
  expect(around(-171, 160, 178)).toEqual([160, -1, -171, 1]);
  expect(around(-180, 180)).toEqual([180, -1, -180, 1]);
  expect(around(-90, 90)).toEqual([-90, -1, 90, 1]);
});
