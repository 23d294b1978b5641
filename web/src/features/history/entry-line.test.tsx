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
const textOf = (omitted?: number) => {
  const last = omitted === undefined ? imported('b') : { ...imported('b'), omitted };
  return renderToStaticMarkup(<EntryLine burst={[imported('a'), last]} />).replaceAll(/<[^>]*>/g, ' ');
};

test('an import is named once, though its channel and its operation have the same name', () => {
  expect(textOf().match(/by an import/g)).toHaveLength(1);
});

test('the number of anecdotes of an operation includes those whose changes are left out', () => {
  expect(textOf()).toContain('2 anecdotes written');
  expect(textOf(1_998)).toContain('2,000 anecdotes written');
});

test('sessions that ended together are one line with their number', () => {
  const ended = (id: string): HistoryEntry => ({
    ...imported(id),
    type: 'SessionEnded',
    operation: null,
    anecdote: null,
  });
  expect(renderToStaticMarkup(<EntryLine burst={[ended('a')]} />)).toContain('>Signed out<');
  expect(renderToStaticMarkup(<EntryLine burst={[ended('a'), ended('b')]} />)).toContain('>Signed out of 2 sessions<');
});
