import { expect, test } from 'vitest';
import { tilesAround } from './tiles.ts';

const template = 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png';

test('the tiles around a point cover the picture and have the point at its centre', () => {
  const tiles = tilesAround(template, { lat: 47.37818, lng: 8.54019 }, 13, 300, 120);
  const middle = tiles.find(({ left, top }) => left <= 150 && left + 256 > 150 && top <= 60 && top + 256 > 60);
  expect(middle?.url).toMatch(/^https:\/\/[abc]\.tiles\.example\/13\/4290\/2868\.png$/);
  expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
  expect(Math.max(...tiles.map(({ left }) => left + 256))).toBeGreaterThanOrEqual(300);
});

test('a picture at the date line has tiles of both sides, and one at a pole has none beyond the pole', () => {
  const columns = tilesAround(template, { lat: 0, lng: 180 }, 13, 300, 120).map(({ url }) => url.split('/')[4]);
  expect(new Set(columns)).toEqual(new Set(['8191', '0']));
  const rows = tilesAround(template, { lat: 90, lng: 0 }, 13, 300, 120).map(({ url }) => url.split('/')[5]);
  expect(new Set(rows)).toEqual(new Set(['0.png']));
});
