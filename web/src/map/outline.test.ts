import { expect, test } from 'vitest';
import world from 'world-atlas/countries-110m.json' with { type: 'json' };
import { outlineOf } from './outline-shape.ts';

test('the outline of the world closes every ring of land, within the bounds of the earth', () => {
  const { land, lines } = outlineOf(world as never);
  expect(land.length).toBeGreaterThan(100);
  expect(lines.length).toBeGreaterThan(400);
  for (const ring of land.flat()) expect(ring.at(0)).toEqual(ring.at(-1));
  const all = land.flat(2);
  expect(Math.min(...all.map(([lat]) => lat))).toBeGreaterThanOrEqual(-90);
  expect(Math.max(...all.map(([, lng]) => lng))).toBeLessThanOrEqual(180);
});
