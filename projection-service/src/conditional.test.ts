import { expect, test } from 'vitest';
import { isKnown } from './conditional.ts';

test.each([
  [undefined, false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a" , "c"', true],
  ['*', false],
  ['"b"', false],
  ['a', false],
])('of If-None-Match: %s it is said whether the tag is known', (header, known) => {
  expect(isKnown(header, 'W/"a"')).toBe(known);
});
