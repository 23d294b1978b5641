import { expect, test } from 'vitest';
import { mapTagColour, tagColour } from './tag-colour.ts';

test('the sum of its character codes determines the colour of a tag', () => {
  expect(tagColour('a')).toBe('#4299e1');
  expect(tagColour('ab')).toBe('#38b2ac');
});

test('the empty tag has the default colour', () => {
  expect(tagColour('')).toBe('#667eea');
});

test('on the map the same sum selects one of 12 colours', () => {
  expect(mapTagColour('kindness')).toBe('#b83280');
  expect(mapTagColour('ab')).toBe('#ed8936');
  expect(mapTagColour('')).toBe('#667eea');
});
