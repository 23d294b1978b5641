import { expect, test } from 'vitest';
import { boxAround, latitudesOf, longitudesOf } from './place.ts';

const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });

test('a box across the date line has the longitudes on both sides of it', () => {
  expect(longitudesOf(box(170, 0, -170, 1))).toEqual([
    [170, 180],
    [-180, -170],
  ]);
});

test('a box that ends at the date line includes that meridian both as 180° and as -180°', () => {
  expect(longitudesOf(box(170, 0, 180, 1))).toEqual([
    [170, 180],
    [-180, -180],
  ]);
  expect(longitudesOf(box(-180, 0, -170, 1))).toEqual([
    [-180, -170],
    [180, 180],
  ]);
  expect(longitudesOf(box(-180, 0, 180, 1))).toEqual([[-180, 180]]);
});

test('a box that reaches the edge of a web map reaches the pole', () => {
  expect(latitudesOf(box(0, -85.0512, 1, 85.0512))).toEqual({ south: -90, north: 90 });
  expect(latitudesOf(box(0, -85, 1, 85))).toEqual({ south: -85, north: 85 });
});

test('the box around a circle is wider than high away from the equator, and goes across the date line', () => {
  const around = boxAround({ lat: 60, lng: 179.9, km: 111.2 });
  expect(around.south).toBeCloseTo(59, 2);
  expect(around.north).toBeCloseTo(61, 2);
  expect(around.west).toBeCloseTo(177.9, 2);
  expect(around.east).toBeCloseTo(-178.1, 2);
});

test('the box around a circle that contains a pole has all longitudes', () => {
  expect(boxAround({ lat: 89.5, lng: 10, km: 111.2 })).toMatchObject({ west: -180, east: 180, north: 90 });
  expect(boxAround({ lat: 0, lng: 0, km: 20_000 })).toMatchObject({ west: -180, east: 180, south: -90, north: 90 });
});
