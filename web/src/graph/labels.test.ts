import { expect, test } from 'vitest';
import { labelOf, OccupiedSpace } from './labels.ts';

test('the text of a label and its first 2 tags are each cut at 10 characters', () => {
  expect(labelOf('The tram driver waited', ['kindness of strangers', 'tram', 'third'])).toEqual({
    text: 'The tram d…',
    tags: 'kindness o… · tram',
  });
  expect(labelOf('👩‍👩‍👧 short', [])).toEqual({ text: '👩‍👩‍👧 short', tags: '' });
});

test('labels do not overlap', () => {
  const space = new OccupiedSpace();
  expect(space.occupy({ left: 0, right: 10, top: 0, bottom: 10 })).toBe(true);
  expect(space.occupy({ left: 9, right: 20, top: 9, bottom: 20 })).toBe(false);
  expect(space.occupy({ left: 10, right: 20, top: 0, bottom: 10 })).toBe(true);
  space.clear();
  expect(space.occupy({ left: 9, right: 20, top: 9, bottom: 20 })).toBe(true);
});
