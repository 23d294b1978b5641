import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const highlighted = (text: string, word: string, length: number) => {
  const start = text.indexOf(word);
  const { text: excerpt, highlights } = excerptOf(text, [{ start, end: start + word.length }], length);
  return { excerpt, highlights: highlights.map(({ start, end }) => excerpt.slice(start, end)) };
};

test('the excerpt of a short text is the whole text on one line', () => {
  expect(highlighted('The hinge\nbroke.', 'hinge', 100)).toEqual({
    excerpt: 'The hinge broke.',
    highlights: ['hinge'],
  });
});

test('a long text with a match near its start is cut at the end only', () => {
  const { excerpt, highlights } = highlighted(`The hinge broke. ${'Rain. '.repeat(40)}`, 'hinge', 40);
  expect(excerpt).toBe('The hinge broke. Rain. Rain. Rain. Rain.…');
  expect(highlights).toEqual(['hinge']);
});

test('a match far inside a long text is shown with the words before it', () => {
  const { excerpt, highlights } = highlighted(
    `${'Rain. '.repeat(40)}The hinge broke. ${'Sun. '.repeat(40)}`,
    'hinge',
    60,
  );
  expect(excerpt).toMatch(/^…Rain.*The hinge broke\..*…$/);
  expect(excerpt.length).toBeLessThanOrEqual(62);
  expect(highlights).toEqual(['hinge']);
});

test('a match at the end of a long text is shown with as much text before it as fits', () => {
  const { excerpt, highlights } = highlighted(`${'Rain. '.repeat(40)}The hinge`, 'hinge', 40);
  expect(excerpt).toMatch(/^…(?:Rain\. )+The hinge$/);
  expect(highlights).toEqual(['hinge']);
});

test('an excerpt ends with a whole word and without a comma', () => {
  expect(excerptOf('The hinge, which squeaked, broke.', [], 13).text).toBe('The hinge…');
  expect(highlighted('The hinge, which squeaked, broke.', 'wh', 13)).toEqual({
    excerpt: 'The hinge, wh…',
    highlights: ['wh'],
  });
  expect(excerptOf('朝、駅前のパン屋で焼きたての', [], 6).text).toBe('朝、駅前のパ…');
});

test('an excerpt splits no character, whether its code points are joined or not', () => {
  expect(excerptOf('Tea with 👩‍👩‍👧 and cake', [], 11).text).toBe('Tea with 👩‍👩‍👧…');
  expect(excerptOf('In 🇨🇭 again', [], 5).text).toBe('In 🇨🇭…');
  expect(excerptOf(`${'👩‍👩‍👧'.repeat(20)}tea`, [{ start: 160, end: 163 }], 40).text).toBe(`…${'👩‍👩‍👧'.repeat(4)}tea`);
});

test('the excerpt of a text without a match begins at its start', () => {
  expect(excerptOf('Rain. '.repeat(40), [], 11)).toEqual({ text: 'Rain. Rain.…', highlights: [] });
});
