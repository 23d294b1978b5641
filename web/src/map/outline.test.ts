import { expect, test } from 'vitest';
import world from 'world-atlas/countries-110m.json' with { type: 'json' };
import { outlineOf } from './outline-shape.ts';

const { land, lines } = outlineOf(world as never);

test('the outline of the world contains the land as closed rings, and every coast and border', () => {
  expect(land.length).toBeGreaterThan(100);
  expect(lines.length).toBeGreaterThan(400);
  for (const ring of land.flat()) expect(ring.at(0)).toEqual(ring.at(-1));
  const latitudes = land.flat(2).map(([lat]) => lat);
  expect(Math.min(...latitudes)).toBeGreaterThanOrEqual(-90);
  expect(Math.max(...latitudes)).toBeLessThan(90);
});

test('no line of the outline jumps by 180 degrees or more where it crosses the date line', () => {
  const steps = [...lines, ...land.flat()].flatMap((points) =>
    points.slice(1).map(([lat, lng], index) => (lat === -90 ? 0 : Math.abs(lng - (points[index]?.[1] ?? lng)))),
  );
  expect(Math.max(...steps)).toBeLessThan(180);
});
