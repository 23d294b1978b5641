import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { degreesIn, pointOf } from './coordinates.ts';

const problem = 'coordinates: Are not valid; it is imported without them';

describe('coordinates', () => {
  test.each([
    [46.9, 7.4, { lat: 46.9, lng: 7.4 }],
    ['46.9', '7.4', { lat: 46.9, lng: 7.4 }],
    ['50,73', '-7,09', { lat: 50.73, lng: -7.09 }],
    [' -90 ', '180', { lat: -90, lng: 180 }],
    [0, 0, { lat: 0, lng: 0 }],
    ['0', '0,0', { lat: 0, lng: 0 }],
  ])('%j and %j are a point', (latitude, longitude, point) => {
    expect(pointOf(latitude, longitude, 'Here')).toEqual({ coordinates: { ...point, address: 'Here' } });
  });

  test.each([
    ['', ''],
    [' ', '\t'],
    [null, undefined],
    [null, ' '],
  ])('%j and %j are no point', (latitude, longitude) => {
    expect(pointOf(latitude, longitude)).toEqual({ coordinates: null });
  });

  test.each([
    ['50.73', ''],
    [' ', '7'],
    [46.9, null],
    ['500', '7'],
    [90.1, 7],
    ['46.9', '180,5'],
    ['north', '7'],
    ['1,234,5', '7'],
    ['1.234,5', '7'],
    [Number.NaN, 7],
    ['Infinity', '7'],
    [true, 7],
    [[46], [7]],
  ])('%j and %j are not valid', (latitude, longitude) => {
    expect(pointOf(latitude, longitude)).toEqual({ coordinates: null, problem });
  });

  test.each([
    '50.73, 7.09',
    '50.73,7.09',
    ' 50,73, 7,09',
    '50,73;7,09',
    '50.73  +7.09',
    '(50.73, 7.09)',
    '[50,73 ; 7.09 ]',
  ])('%j in one field are a point', (text) => {
    expect(pointOf(...degreesIn(text)).coordinates).toMatchObject({ lat: 50.73, lng: 7.09 });
  });

  test('in one field may have both signs and no decimals, and are not valid if they are not two numbers', () => {
    expect(degreesIn('-50,-7')).toEqual(['-50', '-7']);
    for (const wrong of ['50.73', '50.73, 7.09, 12', '50.73, east', '5073, 7', '50.7.3, 7'])
      expect(pointOf(...degreesIn(wrong))).toEqual({ coordinates: null, problem });
    expect(pointOf(...degreesIn(' '))).toEqual({ coordinates: null });
  });

  test('are the same with a decimal point or comma', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lng) => {
        const point = pointOf(lat, lng);
        expect(point.coordinates).toEqual({ lat, lng, address: null });
        expect(pointOf(String(lat), String(lng)).coordinates?.lat).toBeCloseTo(lat, 300);
        expect(pointOf(String(lat).replace('.', ','), `${lng} `)).toEqual(pointOf(String(lat), String(lng)));
      }),
    );
  });
});
