import { foldText, type SearchField, searchFields } from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { highlightsOf } from './highlights.ts';

const all: ReadonlySet<SearchField> = new Set(searchFields);

/** The marked pieces of a description. */
function marked(description: string, term: string): string[] {
  return highlightsOf({ description, tags: [], location: null }, [foldText(term)], all).map(({ start, end }) =>
    description.slice(start, end),
  );
}

test('marks every occurrence in any case', () => {
  expect(marked('Coffee, more coffee and COFFEE', 'coffee')).toEqual(['Coffee', 'coffee', 'COFFEE']);
});

test('marks what was written where folding changes lengths', () => {
  expect(marked('İstanbul in İzmir', 'i\u0307z')).toEqual(['İz']);
  expect(marked('cafe\u0301 and café', 'CAFÉ')).toEqual(['cafe\u0301', 'café']);
  expect(marked('😀 ΟΔΟΣ οδός', 'οδοσ')).toEqual(['ΟΔΟΣ']);
  expect(marked('aaa', 'aa')).toEqual(['aa']);
});

test('names the field, and of tags which one', () => {
  const texts = { description: 'none', tags: ['x', 'river'], location: 'River bank' };
  expect(highlightsOf(texts, ['river'], all)).toEqual([
    { field: 'tags', index: 1, start: 0, end: 5 },
    { field: 'location', start: 0, end: 5 },
  ]);
  expect(highlightsOf(texts, ['river'], new Set(['description'] as const))).toEqual([]);
});
