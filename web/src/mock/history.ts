import {
  type AnecdoteState,
  type HistoryEntry,
  type HistoryType,
  type Operation,
  type StateField,
  stateFields,
} from '@anecdotes/contracts';
import type { Call } from './call.ts';
import { newId } from './ids.ts';
import { isLive, journalOf } from './journal.ts';
import type { MockAnecdote } from './tables.ts';

/** Older entries are dropped: local storage is small, and an entry contains an anecdote twice. */
const MOST_ENTRIES = 300;

/** Stores the anecdotes that `call` has changed, and adds the changes to the history. */
export function keepChanged(
  call: Call,
  changes: readonly { readonly before: MockAnecdote | undefined; readonly after: MockAnecdote }[],
  operation: Operation | null = null,
): void {
  const journal = journalOf(call);
  journal.put(...changes.map(({ after }) => after));
  const history = call.tables.history(journal.account);
  const added = changes.flatMap(({ before, after }) => entriesBetween(before, after, call.now, operation));
  history.replace([...history.all(), ...added].slice(-MOST_ENTRIES));
}

/** The changes of the caller's journal, newest first. */
export function entriesOf(call: Call): HistoryEntry[] {
  return call.tables.history(journalOf(call).account).all().toReversed();
}

/** The history entries that the service would record between two states of an anecdote. */
function entriesBetween(
  before: MockAnecdote | undefined,
  after: MockAnecdote,
  now: Date,
  operation: Operation | null,
): HistoryEntry[] {
  const [was, is] = [before && isLive(before) ? contained(before) : null, isLive(after) ? contained(after) : null];
  const entry = (
    type: HistoryType,
    revision: number,
    change: { before: AnecdoteState | null; after: AnecdoteState | null; fields?: StateField[] },
  ): HistoryEntry => ({
    id: newId(now),
    type,
    at: now.toISOString(),
    through: { channel: 'web', key: null },
    operation,
    anecdote: { id: after.id, revision, fields: [], ...change },
    key: null,
  });
  if (was === null && is === null) return [];
  if (was === null) {
    return [entry(before ? 'AnecdoteRestored' : 'AnecdoteCreated', after.revision, { before: was, after: is })];
  }
  if (is === null) return [entry('AnecdoteDeleted', after.revision, { before: was, after: is })];
  const fields = stateFields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
  const content = fields.filter((field) => field !== 'connected_to');
  const written = { ...is, connected_to: was.connected_to };
  const isLinking = content.length < fields.length;
  const link = is.connected_to === null ? 'AnecdoteUnlinked' : 'AnecdoteLinked';
  return [
    ...(content.length > 0
      ? [
          entry('AnecdoteEdited', after.revision - (isLinking ? 1 : 0), {
            before: was,
            after: written,
            fields: content,
          }),
        ]
      : []),
    ...(isLinking ? [entry(link, after.revision, { before: written, after: is, fields: ['connected_to'] })] : []),
  ];
}

function contained(anecdote: MockAnecdote): AnecdoteState {
  return Object.fromEntries(stateFields.map((field) => [field, anecdote[field]])) as AnecdoteState;
}
