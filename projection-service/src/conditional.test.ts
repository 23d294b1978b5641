import { expect, test } from 'vitest';
import { isKnown } from './conditional.ts';

test.each([
  [undefined, false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a" , "c"', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['a', false],
])('with If-None-Match: %s, isKnown returns %s for the tag W/"a"', (header, known) => {
  expect(isKnown({ headers: { 'if-none-match': header } }, 'W/"a"')).toBe(known);
});
