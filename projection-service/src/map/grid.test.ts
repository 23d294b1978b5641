import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaAt, indexAt, latAt, lngAt, spotAt, spotsIn, xOf, yOf } from './grid.ts';

const anyPlace = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('the spot of a place is in the range of spots of every cell that contains the place', () => {
  const levels = fc.integer({ min: 0, max: 26 });
  fc.assert(
    fc.property(anyPlace, levels, (place, level) => {
      const spot = spotAt(place);
      const [from, before] = spotsIn(level, indexAt(level, xOf(place.lng)), indexAt(level, yOf(place.lat)));
      expect(from).toBeLessThanOrEqual(spot);
      expect(spot).toBeLessThan(before);
    }),
  );
});

test('the cell of a place at one level is inside of its cell at a lower level', () => {
  fc.assert(
    fc.property(anyPlace, (place) => {
      const [coarse, fine] = [areaAt(5, place), areaAt(20, place)];
      expect(Math.floor(fine / 2 ** 20) >> 15).toBe(Math.floor(coarse / 32));
      expect((fine % 2 ** 20) >> 15).toBe(coarse % 32);
    }),
  );
});

test('places at the poles and on the date line are in the outermost rows and columns', () => {
  expect([yOf(90), yOf(85.06), yOf(-90), xOf(-180), xOf(180)]).toEqual([0, 0, 1, 0, 1]);
  expect([areaAt(5, { lat: 90, lng: -180 }), areaAt(5, { lat: -90, lng: 180 })]).toEqual([0, 1_023]);
});

test('the equator and Greenwich cross in the middle of the square, and converting a place there and back returns it', () => {
  expect([xOf(0), yOf(0)]).toEqual([0.5, 0.5]);
  for (const [lat, lng] of [
    [46.948, 7.4474],
    [-85, 179.9],
  ] as const) {
    expect(latAt(yOf(lat))).toBeCloseTo(lat, 9);
    expect(lngAt(xOf(lng))).toBeCloseTo(lng, 9);
  }
});
