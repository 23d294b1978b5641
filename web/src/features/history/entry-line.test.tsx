import type { HistoryEntry } from '@anecdotes/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EntryLine } from './entry-line.tsx';

const imported = (id: string): HistoryEntry => ({
  id,
  type: 'AnecdoteCreated',
  at: '2026-11-20T10:00:00.000Z',
  through: { channel: 'import', key: null },
  operation: { id: 'o', kind: 'import' },
  anecdote: { id, revision: 0, fields: ['description'], before: null, after: null },
  key: null,
});
const textOf = (isCut: boolean) =>
  renderToStaticMarkup(<EntryLine burst={[imported('a'), imported('b')]} isCut={isCut} />).replaceAll(/<[^>]*>/g, ' ');

test('an import is named once, though its channel and its operation have the same name', () => {
  expect(textOf(false).match(/by an import/g)).toHaveLength(1);
});

test('the number of anecdotes of an operation has a plus if the operation may have more than are loaded', () => {
  expect(textOf(false)).toContain('2 anecdotes written');
  expect(textOf(true)).toContain('2+ anecdotes written');
});
