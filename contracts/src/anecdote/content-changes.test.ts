import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { type AnecdoteContent, emptyContent } from './content.ts';
import { withChangesUndone, withTagReplaced } from './content-changes.ts';

const tagged = (...tags: string[]): AnecdoteContent => ({
  ...emptyContent,
  description: 'Rain',
  timestamp: '2026-01-01T00:00:00.000Z',
  tags,
});

test.each([
  ['keeps its position', ['a', 'old', 'b'], 'new', ['a', 'new', 'b']],
  ['leaves one tag if the anecdote already has the new one', ['old', 'a', 'new'], 'new', ['new', 'a']],
  ['removes it if there is no new tag', ['a', 'old'], null, ['a']],
  ['changes nothing if the anecdote does not have it', ['a', 'older'], 'new', ['a', 'older']],
])('replacing a tag %s', (_, tags, by, expected) => {
  expect(withTagReplaced(tagged(...tags), 'old', by)).toEqual(tagged(...expected));
});

test.each([
  ['a renamed tag', ['a', 'old', 'b'], ['a', 'new', 'b'], ['a', 'new', 'b'], ['a', 'old', 'b']],
  ['a renamed tag and keeps one that was added since', ['old'], ['new'], ['new', 'c'], ['old', 'c']],
  ['a renamed tag without one that was removed since', ['a', 'old'], ['a', 'new'], ['new'], ['old']],
  ['two tags that became one', ['old', 'a', 'new'], ['new', 'a'], ['new', 'a'], ['old', 'a', 'new']],
  ['a deleted tag', ['a', 'old', 'b'], ['a', 'b'], ['b', 'c'], ['old', 'b', 'c']],
  ['nothing where the new tag was removed since', ['a', 'old'], ['a', 'new'], ['a'], ['a']],
  ['nothing where somebody has undone it already', ['a', 'old'], ['a', 'new'], ['a', 'old'], ['a', 'old']],
  ['nothing where no tag was changed', ['a', 'b'], ['a', 'b'], ['b', 'a'], ['b', 'a']],
])('undoing gives back %s', (_, before, after, now, expected) => {
  const change = { before: tagged(...before), after: tagged(...after) };
  expect(withChangesUndone(tagged(...now), [change])).toEqual(tagged(...expected));
});

test('undoing restores a field that still has the value of the change, and keeps one that was edited since', () => {
  const before = { ...tagged('a'), location: 'Bern' };
  const after = { ...before, description: 'Snow', location: 'Basel' };
  const now = { ...after, location: 'Zug' };
  expect(withChangesUndone(now, [{ before, after }])).toEqual({ ...before, location: 'Zug' });
});

test('undoing several changes of one operation begins with the last one', () => {
  const [first, second, third] = [tagged('a'), tagged('b'), tagged('c')];
  const changes = [
    { before: first, after: second },
    { before: second, after: third },
  ];
  expect(withChangesUndone(third, changes)).toEqual(first);
});

test('undoing never gives an anecdote more tags than it may have', () => {
  const many = Array.from({ length: limits.tags }, (_, index) => `t${index}`);
  const change = { before: tagged('old', 'new'), after: tagged('new') };
  const full = tagged('new', ...many.slice(1));
  expect(withChangesUndone(full, [change])).toEqual(full);
});

test('undoing the replacement of a tag gives back the same tags, whatever tags an anecdote has', () => {
  const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'old', 'new'));
  fc.assert(
    fc.property(tags, fc.constantFrom('new', null), (own, by) => {
      const before = tagged(...own);
      const after = withTagReplaced(before, 'old', by);
      expect(withChangesUndone(after, [{ before, after }])).toEqual(before);
    }),
  );
});
