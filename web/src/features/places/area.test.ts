import { expect, test } from 'vitest';
import { bboxText, cornersOf, firstView } from './area.ts';

test('bboxText wraps longitudes to -180 to 180, also for an area across the date line', () => {
  expect(bboxText({ west: 7, south: 46, east: 9, north: 48 })).toBe('7,46,9,48');
  expect(bboxText({ west: 170, south: -10, east: 200, north: 10 })).toBe('170,-10,-160,10');
  expect(bboxText({ west: -200, south: -10, east: -170, north: 10 })).toBe('160,-10,-170,10');
  expect(bboxText({ west: -300, south: -10, east: 100, north: 10 })).toBe('-180,-10,180,10');
});

test('bboxText extends the top and bottom edges of the map to the poles, and adds room on every side', () => {
  expect(bboxText({ west: -10, south: -85.06, east: 10, north: 85.06 })).toBe('-10,-90,10,90');
  expect(bboxText({ west: 0, south: 0, east: 10, north: 20 }, 0.2)).toBe('-2,-4,12,24');
});

test('cornersOf extends bounds that span the date line eastwards, beyond 180', () => {
  expect(cornersOf([170, -5, -170, 5])).toEqual([
    [-5, 170],
    [5, 190],
  ]);
});

test('cornersOf has a pole where the map draws it, at its edge', () => {
  expect(cornersOf([20, 90, 20, 90])).toEqual([
    [85.05, 20],
    [85.05, 20],
  ]);
  expect(cornersOf([0, -90, 10, 5])).toEqual([
    [-85.05, 0],
    [5, 10],
  ]);
});

test('the first view is the default centre without places, close to one place, and wider for several', () => {
  expect(firstView(0, null)).toEqual({ lat: 39.83, lng: -98.58, zoom: 4 });
  expect(firstView(1, [8, 47, 8, 47])).toEqual({ lat: 47, lng: 8, zoom: 13 });
  expect(firstView(3, [170, -5, -170, 5])).toEqual({ lat: 0, lng: 180, zoom: 10 });
});
