import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';

/** The anecdotes that can be reached from one anecdote along its chain. */
export type ChainSteps = {
  /** Its parent. */
  previous: AnecdoteView | undefined;
  /** Its children, oldest first; `next` is the first of them. */
  following: readonly AnecdoteView[];
  next: AnecdoteView | undefined;
  /** Set if its parent has several children: its number among them, their count, and the one after it. */
  branch: { at: number; of: number; next: AnecdoteView } | undefined;
};

/** Compares anecdotes by their time, and by their ids where that is the same. */
export function byTime(one: AnecdoteView, other: AnecdoteView): number {
  return Date.parse(one.timestamp) - Date.parse(other.timestamp) || (one.id < other.id ? -1 : 1);
}

/** All anecdotes of `connections`; none if they are not loaded. */
export function anecdotesOf(connections: Omit<ConnectionsView, 'complete'> | undefined): AnecdoteView[] {
  return connections ? [connections.current, ...connections.parents, ...connections.children] : [];
}

/** Returns the steps from the anecdote `id` to the anecdotes in `known`. */
export function stepsFrom(id: string, known: readonly AnecdoteView[]): ChainSteps {
  const byId = new Map(known.map((anecdote) => [anecdote.id, anecdote]));
  const continuing = (parent: string) =>
    [...byId.values()].filter(({ connected_to }) => connected_to === parent).sort(byTime);
  const parent = byId.get(id)?.connected_to ?? null;
  const branches = parent === null ? [] : continuing(parent);
  const at = branches.findIndex((branch) => branch.id === id);
  const other = branches[(at + 1) % branches.length];
  const following = continuing(id);
  return {
    previous: parent === null ? undefined : byId.get(parent),
    following,
    next: following[0],
    branch: branches.length > 1 && other ? { at: at + 1, of: branches.length, next: other } : undefined,
  };
}
