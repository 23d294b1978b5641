import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const marked = (text: string, word: string, length: number) => {
  const start = text.indexOf(word);
  const { text: excerpt, marks } = excerptOf(text, [{ start, end: start + word.length }], length);
  return { excerpt, marks: marks.map((mark) => excerpt.slice(mark.start, mark.end)) };
};

test('the excerpt of a short text is the whole text on one line', () => {
  expect(marked('The hinge\nbroke.', 'hinge', 100)).toEqual({ excerpt: 'The hinge broke.', marks: ['hinge'] });
});

test('a long text with a match near its start is cut at the end only', () => {
  const { excerpt, marks } = marked(`The hinge broke. ${'Rain. '.repeat(40)}`, 'hinge', 40);
  expect(excerpt).toBe('The hinge broke. Rain. Rain. Rain. Rain.…');
  expect(marks).toEqual(['hinge']);
});

test('a match far inside a long text is shown with the words before it', () => {
  const { excerpt, marks } = marked(`${'Rain. '.repeat(40)}The hinge broke. ${'Sun. '.repeat(40)}`, 'hinge', 60);
  expect(excerpt).toMatch(/^…Rain.*The hinge broke\..*…$/);
  expect(excerpt.length).toBeLessThanOrEqual(62);
  expect(marks).toEqual(['hinge']);
});

test('a match at the end of a long text is shown with as much text before it as fits', () => {
  const { excerpt, marks } = marked(`${'Rain. '.repeat(40)}The hinge`, 'hinge', 40);
  expect(excerpt).toMatch(/^…(?:Rain\. )+The hinge$/);
  expect(marks).toEqual(['hinge']);
});

test('the excerpt of a text without a match begins at its start', () => {
  expect(excerptOf('Rain. '.repeat(40), [], 11)).toEqual({ text: 'Rain. Rain.…', marks: [] });
});
