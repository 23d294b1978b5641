import {
  type AnecdoteId,
  emptyContent,
  type HistoryType,
  type JournalEvent,
  type Recorded,
} from '@anecdotes/contracts';
import { expect, test } from 'vitest';
import { changesOf, type Fact } from './states.ts';

const text = (description: string) => ({ ...emptyContent, timestamp: '2026-11-20T08:00:00.000Z', description });
const parent = '0197c000-0000-7000-8000-00000000000a' as AnecdoteId;

function fact(revision: number, type: HistoryType, data?: object): Fact {
  const event = data === undefined ? undefined : ({ type, data } as unknown as Recorded<JournalEvent>);
  return { id: `${type} ${revision}`, revision, type, event };
}
const statesOf = (...facts: Fact[]) =>
  Object.fromEntries(
    [...changesOf(facts)].map(([id, { fields, before, after }]) => [
      id,
      [before && [before.description, before.connected_to], fields, after && [after.description, after.connected_to]],
    ]),
  );

test('a change shows the last content and the last connection before it, whichever of these is older', () => {
  const edited = fact(9, 'AnecdoteUnlinked');
  const [content, link] = [fact(3, 'AnecdoteEdited', text('Now')), fact(2, 'AnecdoteLinked', { connected_to: parent })];
  const expected = [['Now', parent], ['connected_to'], ['Now', null]];
  expect(statesOf(edited, content, link)['AnecdoteUnlinked 9']).toEqual(expected);
  const [later, earlier] = [
    fact(3, 'AnecdoteLinked', { connected_to: parent }),
    fact(2, 'AnecdoteEdited', text('Now')),
  ];
  expect(statesOf(edited, later, earlier)['AnecdoteUnlinked 9']).toEqual(expected);
});

test('a deleted anecdote has no state until it is restored, and then the state in the event of the restoration', () => {
  expect(
    statesOf(
      fact(0, 'AnecdoteCreated', { ...text('A'), connected_to: null }),
      fact(1, 'AnecdoteDeleted'),
      fact(2, 'AnecdoteRestored', { ...text('A'), connected_to: parent }),
      fact(3, 'AnecdoteDeleted'),
    ),
  ).toEqual({
    'AnecdoteCreated 0': [null, [], ['A', null]],
    'AnecdoteDeleted 1': [['A', null], [], null],
    'AnecdoteRestored 2': [null, [], ['A', parent]],
    'AnecdoteDeleted 3': [['A', parent], [], null],
  });
});

test('an anecdote whose content was erased has no states', () => {
  const link = fact(1, 'AnecdoteLinked', { connected_to: parent });
  expect(statesOf(fact(0, 'AnecdoteCreated'), link, fact(2, 'AnecdoteDeleted'))).toEqual({});
});
