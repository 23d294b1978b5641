import type { ChangedAnecdotes, NamedChanges, UndoneItem } from '@anecdotes/contracts';
import { readData, send } from '../../lib/api.ts';
import { newUuid } from '../../lib/change-key.ts';
import type { ActivityFilter } from './queries.ts';

/** Anecdotes per request: few enough to show steady progress. */
const AT_ONCE = 100;

/** The progress of an undo, counted in anecdotes. */
export type UndoProgress = {
  readonly total: number;
  readonly done: number;
  readonly undone: number;
  /** The anecdotes that were not or only partly undone, with the reason or the conflicts. */
  readonly notUndone: readonly NotUndone[];
};
export type NotUndone =
  | { readonly id: string; readonly reason: string }
  | Extract<UndoneItem, { success: true }>['data'];

/** The changes that `filter` selects: those of its operation, or those through its API key since its first day. */
export function changesOf({ operation, key, from }: ActivityFilter): NamedChanges | undefined {
  if (operation !== undefined) return { operation };
  if (key === undefined) return undefined;
  return { key, since: new Date(from === undefined ? 0 : `${from}T00:00:00`).toISOString() };
}

/** The ids of the anecdotes that `changes` affect, the last changed first. Throws ApiError. */
export async function anecdotesOf(changes: NamedChanges, signal: AbortSignal): Promise<string[]> {
  const query =
    'operation' in changes ? { operation: changes.operation } : { key: changes.key, date_from: changes.since };
  return (await readData<ChangedAnecdotes>('/history/anecdotes', { query, signal })).anecdotes;
}

/** Undoes `changes` of `anecdotes` in batches and reports each. Throws ApiError; completed batches stay undone. */
export async function undo(
  changes: NamedChanges,
  anecdotes: readonly string[],
  onProgress: (progress: UndoProgress) => void,
): Promise<UndoProgress> {
  const operation = { id: newUuid(), kind: 'undo' };
  let progress: UndoProgress = { total: anecdotes.length, done: 0, undone: 0, notUndone: [] };
  for (let from = 0; from < anecdotes.length; from += AT_ONCE) {
    const some = anecdotes.slice(from, from + AT_ONCE);
    const items = await send<UndoneItem[]>('POST', '/history/undo', { body: { changes, anecdotes: some, operation } });
    const notUndone = items.flatMap((item, index): NotUndone[] => {
      if (!item.success) return [{ id: some[index] ?? '', reason: item.error.message }];
      return item.data.conflicts.length > 0 ? [item.data] : [];
    });
    progress = {
      ...progress,
      done: progress.done + some.length,
      undone: progress.undone + items.filter((item) => item.success && item.data.is_undone).length,
      notUndone: [...progress.notUndone, ...notUndone],
    };
    onProgress(progress);
  }
  return progress;
}
