import {
  type AnecdoteState,
  type HistoryEntry,
  type HistoryPage,
  HistoryPageParameters,
  HistoryParameters,
  type HistoryType,
  type Operation,
  Problem,
  type StateField,
  stateFields,
} from '@anecdotes/contracts';
import type { Body, Call, Routes } from './call.ts';
import { localDay } from './figures.ts';
import { newId } from './ids.ts';
import { isLive, journalOf, restorableSince } from './journal.ts';
import type { MockAnecdote } from './tables.ts';

/** Earlier changes are dropped: local storage is small, and an entry holds an anecdote twice. */
const MOST_ENTRIES = 300;

/** The questions about what happened. Here only anecdotes have a history. */
export const historyRoutes: Routes = {
  'get /history': (call) => {
    const parameters = call.query(HistoryParameters);
    const { kind, key, operation, date_from, date_to, time_zone = 'UTC' } = parameters;
    const comparable = (at: string, end: string) => (end.length === 10 ? localDay(at, time_zone) : at);
    const found = entriesOf(call).filter(
      (entry) =>
        kind !== 'account' &&
        kind !== 'key' &&
        key === undefined &&
        (kind !== 'import' || (entry.type === 'AnecdoteCreated' && isImported(entry))) &&
        (operation === undefined || entry.operation?.id === operation) &&
        (date_from === undefined || comparable(entry.at, date_from) >= date_from) &&
        (date_to === undefined || comparable(entry.at, date_to) <= date_to),
    );
    return pageOf(found, parameters);
  },

  'get /anecdotes/trash': (call) => {
    const gone = journalOf(call).anecdotes.filter((anecdote) => !isLive(anecdote));
    const last = new Map(gone.map(({ id, revision, deleted_at = '' }) => [`${id} ${revision}`, deleted_at]));
    const since = restorableSince(call.now);
    const found = entriesOf(call).filter(
      ({ type, anecdote }) =>
        type === 'AnecdoteDeleted' && (last.get(`${anecdote?.id} ${anecdote?.revision}`) ?? '') >= since,
    );
    return pageOf(found, call.query(HistoryPageParameters));
  },

  'get /anecdotes/:id/history': (call) => {
    const parameters = call.query(HistoryPageParameters);
    const found = entriesOf(call).filter(({ anecdote }) => anecdote?.id === call.params.id?.toLowerCase());
    if (found.length === 0) throw new Problem('ANECDOTE_NOT_FOUND');
    return pageOf(found, parameters);
  },
};

/** Keeps the anecdotes that `call` has changed, and what changed of them. */
export function keepChanged(
  call: Call,
  changes: readonly { readonly before: MockAnecdote | undefined; readonly after: MockAnecdote }[],
  operation: Operation | null = null,
): void {
  const journal = journalOf(call);
  journal.put(...changes.map(({ after }) => after));
  const history = call.tables.history(journal.account);
  const told = changes.flatMap(({ before, after }) => entriesBetween(before, after, call.now, operation));
  history.replace([...history.all(), ...told].slice(-MOST_ENTRIES));
}

/** Newest first. */
function entriesOf(call: Call): HistoryEntry[] {
  return call.tables.history(journalOf(call).account).all().toReversed();
}

function isImported({ through, operation }: HistoryEntry): boolean {
  return through.channel === 'import' || (operation !== null && operation.kind !== 'restore');
}

function pageOf(
  entries: readonly HistoryEntry[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Body<HistoryPage> {
  const start = cursor === undefined ? 0 : entries.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new Problem('INVALID_CURSOR');
  const data = entries.slice(start, start + limit);
  const hasMore = start + limit < entries.length;
  return { data, pagination: { hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null } };
}

/** What the service would have recorded between two states of an anecdote. */
function entriesBetween(
  before: MockAnecdote | undefined,
  after: MockAnecdote,
  now: Date,
  operation: Operation | null,
): HistoryEntry[] {
  const [was, is] = [before && isLive(before) ? stateOf(before) : null, isLive(after) ? stateOf(after) : null];
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

function stateOf(anecdote: MockAnecdote): AnecdoteState {
  return Object.fromEntries(stateFields.map((field) => [field, anecdote[field]])) as AnecdoteState;
}
