import { expect, test } from 'vitest';
import { placeAddress, placeName } from './place-name.ts';

const point = { lat: 47.37818, lng: 8.54019 };
const station = { ...point, address: 'Central Station, 8001 Zurich' };

test.each([
  ['the text that was typed, though there is an address', 'On platform 7', station, 'On platform 7'],
  ['the address where nothing was typed', null, station, 'Central Station, 8001 Zurich'],
  ['a word for a point without an address', null, { ...point, address: null }, 'Custom location'],
  ['nothing without a text and a point', null, null, null],
])('a place is named by %s', (_, location, coordinates, name) => {
  expect(placeName({ location, coordinates })).toBe(name);
});

test('the address is shown after the typed text unless both are the same', () => {
  expect(placeAddress({ location: 'On platform 7', coordinates: station })).toBe(station.address);
  expect(placeAddress({ location: station.address, coordinates: station })).toBeNull();
  expect(placeAddress({ location: null, coordinates: station })).toBeNull();
  expect(placeAddress({ location: 'On platform 7', coordinates: null })).toBeNull();
});
