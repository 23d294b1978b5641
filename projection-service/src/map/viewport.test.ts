import { expect, test } from 'vitest';
import { viewportOf } from './viewport.ts';

const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });

test('the world at zoom 0 is four cells wide, counted at a finer level', () => {
  const { level, columns, rows, areas } = viewportOf({ zoom: 0 });
  expect({ level, columns, rows, areas }).toEqual({
    ...{ level: 2, areas: 5, columns: [0, 1, 2, 3] },
    rows: { first: 0, last: 3 },
  });
});

test('a viewport has at most 2,048 cells in 128 columns, whatever zoom is asked for', () => {
  for (const bbox of [undefined, box(-180, 0, 180, 0), box(7, -90, 7, 90), box(10, -80, 5, 80)]) {
    for (let zoom = 0; zoom <= 22; zoom += 1) {
      const { columns, rows, level, areas } = viewportOf({ bbox, zoom });
      expect(columns.length).toBeLessThanOrEqual(128);
      expect(columns.length * (rows.last - rows.first + 1)).toBeLessThanOrEqual(2_048);
      expect(areas - level).toBeGreaterThan(0);
      expect(areas - level).toBeLessThanOrEqual(3);
    }
  }
});

test('a viewport across the date line has each of its columns once', () => {
  expect(viewportOf({ bbox: box(170, -10, -170, 10), zoom: 1 }).columns).toEqual([7, 0]);
  expect(viewportOf({ bbox: box(10, -10, 5, 10), zoom: 0 }).columns.toSorted()).toEqual([0, 1, 2, 3]);
});
