import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const marked = (text: string, word: string, length: number) => {
  const start = text.indexOf(word);
  const { text: excerpt, marks } = excerptOf(text, [{ start, end: start + word.length }], length);
  return { excerpt, marks: marks.map((mark) => excerpt.slice(mark.start, mark.end)) };
};

test('a short text is its own excerpt, on one line', () => {
  expect(marked('The hinge\nbroke.', 'hinge', 100)).toEqual({ excerpt: 'The hinge broke.', marks: ['hinge'] });
});

test('a long text is cut where it is long, when what was found stands at its beginning', () => {
  const { excerpt, marks } = marked(`The hinge broke. ${'Rain. '.repeat(40)}`, 'hinge', 40);
  expect(excerpt).toBe('The hinge broke. Rain. Rain. Rain. Rain.…');
  expect(marks).toEqual(['hinge']);
});

test('what was found far inside a long text is shown with the words before it', () => {
  const { excerpt, marks } = marked(`${'Rain. '.repeat(40)}The hinge broke. ${'Sun. '.repeat(40)}`, 'hinge', 60);
  expect(excerpt).toMatch(/^…Rain.*The hinge broke\..*…$/);
  expect(excerpt.length).toBeLessThanOrEqual(62);
  expect(marks).toEqual(['hinge']);
});

test('what was found at the end of a long text is shown with as much as fits before it', () => {
  const { excerpt, marks } = marked(`${'Rain. '.repeat(40)}The hinge`, 'hinge', 40);
  expect(excerpt).toMatch(/^…(?:Rain\. )+The hinge$/);
  expect(marks).toEqual(['hinge']);
});

test('a text without anything found begins at its beginning', () => {
  expect(excerptOf('Rain. '.repeat(40), [], 11)).toEqual({ text: 'Rain. Rain.…', marks: [] });
});
