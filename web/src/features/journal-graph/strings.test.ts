import { expect, test } from 'vitest';
import { journalGraphStrings } from './strings.ts';

test('the text of a dot for screen readers has one full stop between its parts', () => {
  expect(journalGraphStrings.spoken('It rained!', '3 May', '', 1)).toBe('It rained! 3 May. 1 connection');
});
