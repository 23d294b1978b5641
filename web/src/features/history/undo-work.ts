import type { ChangedAnecdotes, NamedChanges, Success, UndoneItem } from '@anecdotes/contracts';
import { read, send } from '../../lib/api.ts';
import { newUuid } from '../../lib/change-key.ts';
import type { ActivityFilter } from './queries.ts';

/** Anecdotes in one call: few enough for steady progress. */
const AT_ONCE = 100;

/** What became of the anecdotes so far. */
export type UndoProgress = {
  readonly total: number;
  readonly done: number;
  readonly undone: number;
  /** Those of which something stays, and what. */
  readonly left: readonly LeftAsIs[];
};
export type LeftAsIs =
  | { readonly id: string; readonly reason: string }
  | Extract<UndoneItem, { success: true }>['data'];

/** The changes that `filter` names: those of its operation, or those through its key since its first day. */
export function changesOf({ operation, key, from }: ActivityFilter): NamedChanges | undefined {
  if (operation !== undefined) return { operation };
  if (key === undefined) return undefined;
  return { key, since: new Date(from === undefined ? 0 : `${from}T00:00:00`).toISOString() };
}

/** The anecdotes that `changes` are about, the last changed first. Throws ApiError. */
export async function anecdotesOf(changes: NamedChanges, signal: AbortSignal): Promise<string[]> {
  const query =
    'operation' in changes ? { operation: changes.operation } : { key: changes.key, date_from: changes.since };
  const { data } = await read<Success<ChangedAnecdotes>>('/history/anecdotes', { query, signal });
  return data.anecdotes;
}

/** Takes back `changes` of `anecdotes`, some at a time, and tells of each step. Throws ApiError; what is done stays. */
export async function undo(
  changes: NamedChanges,
  anecdotes: readonly string[],
  onProgress: (progress: UndoProgress) => void,
): Promise<UndoProgress> {
  const operation = { id: newUuid(), kind: 'undo' };
  let progress: UndoProgress = { total: anecdotes.length, done: 0, undone: 0, left: [] };
  for (let from = 0; from < anecdotes.length; from += AT_ONCE) {
    const some = anecdotes.slice(from, from + AT_ONCE);
    const items = await send<UndoneItem[]>('POST', '/history/undo', { body: { changes, anecdotes: some, operation } });
    const left = items.flatMap((item, index): LeftAsIs[] => {
      if (!item.success) return [{ id: some[index] ?? '', reason: item.error.message }];
      return item.data.conflicts.length > 0 ? [item.data] : [];
    });
    progress = {
      ...progress,
      done: progress.done + some.length,
      undone: progress.undone + items.filter((item) => item.success && item.data.is_undone).length,
      left: [...progress.left, ...left],
    };
    onProgress(progress);
  }
  return progress;
}
