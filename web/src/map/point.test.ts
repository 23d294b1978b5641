import { expect, test } from 'vitest';
import { formatPoint } from './point.ts';

test('a point is written with its latitude first, and 4 decimals unless more are asked for', () => {
  expect(formatPoint({ lat: 47.378184, lng: -8.5 })).toBe('47.3782, -8.5000');
  expect(formatPoint({ lat: 47.378184, lng: -8.5 }, 6)).toBe('47.378184, -8.500000');
});
