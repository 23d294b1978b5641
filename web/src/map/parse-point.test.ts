import { expect, test } from 'vitest';
import { parsePoint } from './parse-point.ts';

test.each([
  ['two numbers', '47.37818, 8.54019'],
  ['two numbers with a space', ' 47.37818 8.54019 '],
  ['two numbers with degree signs', '47.37818°, 8.54019°'],
  ['a geo address', 'geo:47.37818,8.54019;u=35?z=15'],
  ['a geo address with its point in the query', 'geo:0,0?q=47.37818,8.54019(Station)'],
  ['a link with a marker', 'https://www.openstreetmap.org/?mlat=47.37818&mlon=8.54019#map=15/1/2'],
  ['a link with the view in its fragment', 'https://www.openstreetmap.org/#map=15.5/47.37818/8.54019'],
  ['a link with the view in its path', 'https://www.google.com/maps/@47.37818,8.54019,15z'],
  ['a link with a place and a view', 'https://maps.google.com/maps/place/X/@1,2,15z/data=!3m1!3d47.37818!4d8.54019'],
  ['a link with a query', 'https://maps.google.com/?q=47.37818,8.54019'],
  ['a link with an encoded query', 'https://www.google.com/maps/search/?api=1&query=47.37818%2C8.54019'],
  ['a link with ll', 'https://maps.apple.com/?ll=47.37818,8.54019&q=Station'],
  ['a link with cp', 'https://www.bing.com/maps?cp=47.37818~8.54019&lvl=15'],
])('a point is read from %s', (_, text) => {
  expect(parsePoint(text)).toEqual({ lat: 47.37818, lng: 8.54019 });
});

test('negative numbers, whole numbers, both poles, the date line and 0, 0 are points', () => {
  expect(parsePoint('-33.5, -0.25')).toEqual({ lat: -33.5, lng: -0.25 });
  expect(parsePoint('90, 180')).toEqual({ lat: 90, lng: 180 });
  expect(parsePoint('-90,-180')).toEqual({ lat: -90, lng: -180 });
  expect(parsePoint('geo:0,0')).toEqual({ lat: 0, lng: 0 });
});

test.each(['Station 4, Zurich', '91, 0', '0, 181', '47.3', '', '1 2 3', 'https://example.org/', 'javascript:alert(1)'])(
  '"%s" does not contain a valid point',
  (text) => expect(parsePoint(text)).toBeUndefined(),
);
