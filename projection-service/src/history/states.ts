import { isDeepStrictEqual } from 'node:util';
import {
  type AnecdoteContent,
  type AnecdoteState,
  type HistoryEntry,
  type HistoryType,
  type JournalEvent,
  pickContent,
  type Recorded,
  stateFields,
} from '@anecdotes/contracts';

/** A change of an anecdote, with its event if that contains content or a connection. */
export type Fact = {
  readonly id: string;
  readonly revision: number;
  readonly type: HistoryType;
  readonly event: Recorded<JournalEvent> | undefined;
};

type Change = Pick<NonNullable<HistoryEntry['anecdote']>, 'fields' | 'before' | 'after'>;

/** What is known of an anecdote so far; its connection may be known before its content. */
type Known = { readonly content?: AnecdoteContent; readonly connectedTo: string | null };

/**
 * What each of `facts` of one anecdote changed, by id. The first facts may be the last earlier events that contain its
 * content and its connection. What only an erased event contained is left out.
 */
export function changesOf(facts: readonly Fact[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  let known: Known = { connectedTo: null };
  for (const fact of facts.toSorted((a, b) => a.revision - b.revision)) {
    const next = evolve(known, fact);
    const after = fact.type === 'AnecdoteDeleted' ? null : stateOf(next);
    const before = fact.type === 'AnecdoteCreated' || fact.type === 'AnecdoteRestored' ? null : stateOf(known);
    if (before !== null || after !== null) changes.set(fact.id, { fields: differing(before, after), before, after });
    known = next;
  }
  return changes;
}

function evolve(known: Known, { type, event }: Fact): Known {
  if (type === 'AnecdoteUnlinked') return { ...known, connectedTo: null };
  switch (event?.type) {
    case 'AnecdoteCreated':
    case 'AnecdoteRestored':
      return { content: event.data, connectedTo: event.data.connected_to };
    case 'AnecdoteEdited':
      return { ...known, content: event.data };
    case 'AnecdoteLinked':
      return { ...known, connectedTo: event.data.connected_to };
    default:
      return known;
  }
}

function stateOf({ content, connectedTo }: Known): AnecdoteState | null {
  if (content === undefined) return null;
  return { ...pickContent(content), tags: [...content.tags], connected_to: connectedTo };
}

function differing(before: AnecdoteState | null, after: AnecdoteState | null): Change['fields'] {
  if (before === null || after === null) return [];
  return stateFields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
