import {
  type AnecdoteState,
  type HistoryEntry,
  HistoryFilter,
  type HistoryPage,
  HistoryPageParameters,
  HistoryParameters,
  type NamedChanges,
  Problem,
  type StateField,
  UndoHistory,
} from '@anecdotes/contracts';
import { anecdoteDecider } from '../../../command-service/src/anecdote/decider.ts';
import { planUndo, type UndoStep } from '../../../command-service/src/anecdote/undo-plan.ts';
import { decideEach, newOperation } from './batch-routes.ts';
import type { Body, Call, Routes } from './call.ts';
import { isInPeriod } from './figures.ts';
import { entriesOf } from './history.ts';
import { changed, isLive, type Journal, journalOf, requiredAnecdote, restorableSince, stateOf } from './journal.ts';
import { pageAfter } from './page-after.ts';
import type { MockAnecdote } from './tables.ts';

/** The calls about the history and the trash. In the mock service only anecdotes have a history. */
export const historyRoutes: Routes = {
  'get /history': (call) => {
    const parameters = call.query(HistoryParameters);
    const found = filtered(call, parameters);
    const page = pageOf(found, parameters);
    return parameters.collapse_operations ? collapsed(page, found) : page;
  },

  'get /history/anecdotes': (call) => {
    const found = filtered(call, call.query(HistoryFilter));
    return { data: { anecdotes: [...new Set(found.flatMap(({ anecdote }) => anecdote?.id ?? []))], complete: true } };
  },

  'post /history/undo': (call) => {
    const { changes, anecdotes, operation = newOperation(call, 'undo') } = call.input(UndoHistory);
    const outcomes = new Map<string, { is_undone: boolean; conflicts: readonly StateField[] }>();
    const undo = (id: string, journal: Journal) => {
      const row = requiredAnecdote(call, journal, id);
      const { command, conflicts } = planUndo(stepsOf(call, row, changes));
      outcomes.set(row.id, { is_undone: command !== null, conflicts });
      return command === null ? row : changed(journal, command, row);
    };
    return decideEach(call, [...new Set(anecdotes)], undo, ({ id }) => ({ id, ...outcomes.get(id) }), operation);
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

/** The states of `row` before and after each change, oldest first, and whether the change is one of `changes`. */
function stepsOf(call: Call, row: MockAnecdote, changes: NamedChanges): UndoStep[] {
  const entries = entriesOf(call).filter(({ anecdote }) => anecdote?.id === row.id);
  return entries.toReversed().flatMap(({ type, at, operation, anecdote }) => {
    if (anecdote === null) return [];
    const decided = (state: AnecdoteState | null, other: AnecdoteState | null) =>
      stateOf(
        { ...row, ...((state ?? other) as MockAnecdote), ...(state === null && { deleted_at: at }) },
        call.caller().account.id,
      );
    return {
      isUndone: 'operation' in changes && operation?.id === changes.operation,
      before: type === 'AnecdoteCreated' ? anecdoteDecider.initial : decided(anecdote.before, anecdote.after),
      after: decided(anecdote.after, anecdote.before),
    };
  });
}

function filtered(call: Call, filter: HistoryFilter): HistoryEntry[] {
  const { kind, key, operation } = filter;
  return entriesOf(call).filter(
    (entry) =>
      kind !== 'account' &&
      kind !== 'key' &&
      key === undefined &&
      (kind !== 'import' || (entry.type === 'AnecdoteCreated' && isImported(entry))) &&
      (operation === undefined || entry.operation?.id === operation) &&
      isInPeriod(entry.at, filter),
  );
}

function isImported({ through, operation }: HistoryEntry): boolean {
  return through.channel === 'import' || (operation !== null && operation.kind !== 'restore');
}

function pageOf(entries: readonly HistoryEntry[], parameters: HistoryPageParameters): Body<HistoryPage> {
  return pageAfter(entries, parameters, ({ id }) => id);
}

/** `page` of `entries`; the next one begins after the operation of its last entry, the rest of which is only counted. */
function collapsed(page: Body<HistoryPage>, entries: readonly HistoryEntry[]): Body<HistoryPage> {
  const last = page.data.at(-1);
  if (!page.pagination.hasMore || !last?.operation) return page;
  const { id } = last.operation;
  const older = entries.slice(entries.indexOf(last) + 1);
  const next = older.findIndex(({ operation }) => operation?.id !== id);
  const rest = next === -1 ? older : older.slice(0, next);
  const idsIn = (some: readonly HistoryEntry[]) => new Set(some.map(({ anecdote }) => anecdote?.id));
  const shown = idsIn(page.data);
  const omitted = [...idsIn(rest)].filter((each) => !shown.has(each)).length;
  return {
    data: omitted === 0 ? page.data : [...page.data.slice(0, -1), { ...last, omitted }],
    pagination: { hasMore: next !== -1, nextCursor: next === -1 ? null : (rest.at(-1) ?? last).id },
  };
}
