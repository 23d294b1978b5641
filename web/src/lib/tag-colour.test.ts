import { expect, test } from 'vitest';
import { defaultColour, tagColour } from './tag-colour.ts';

test('a tag always has the colour of the sum of its character codes', () => {
  expect(tagColour('a')).toBe('#4299e1');
  expect(tagColour('ab')).toBe('#f56565');
});

test('the empty tag has the default colour', () => {
  expect(tagColour('')).toBe(defaultColour);
});
