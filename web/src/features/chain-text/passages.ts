import type { AnecdoteView } from '@anecdotes/contracts';
import { byTime } from '../../anecdote/chain-steps.ts';

/** Anecdotes of a chain that continue each other without a branch between them. */
export type Passage = {
  /** The branch that it begins: number `at` of the `of` branches of `from`, which is undefined when deleted. */
  branch?: { at: number; of: number; from: AnecdoteView | undefined };
  /** True when its first anecdote continued a deleted one. */
  isCutOff: boolean;
  /** How many branches it is nested in. */
  level: number;
  anecdotes: readonly AnecdoteView[];
};

/**
 * Returns the anecdotes of a chain in reading order: from the beginning, and where several continue the same one, each
 * branch to its end before the next. An anecdote whose parent is not among them, because it was deleted, begins a
 * passage too.
 */
export function passagesOf(anecdotes: readonly AnecdoteView[]): Passage[] {
  const byId = new Map(anecdotes.map((anecdote) => [anecdote.id, anecdote]));
  const oldestFirst = anecdotes.toSorted(byTime);
  const continuing = Map.groupBy(oldestFirst, ({ connected_to }) => connected_to);
  const beginnings = oldestFirst.filter(({ connected_to }) => !byId.has(connected_to ?? ''));
  const passages: Passage[] = [];
  const seen = new Set<string>();
  const waiting = branchesOf(undefined, beginnings, 0);
  // A circle of links has no beginning; it is read from its oldest anecdote on.
  for (const anecdote of [undefined, ...oldestFirst]) {
    if (anecdote && !seen.has(anecdote.id)) waiting.push({ first: anecdote, level: 0, isCutOff: false });
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { first, ...passage } = next;
      const run: AnecdoteView[] = [];
      let following: AnecdoteView[] = [first];
      for (let at: AnecdoteView | undefined = first; at && !seen.has(at.id); ) {
        seen.add(at.id);
        run.push(at);
        following = (continuing.get(at.id) ?? []).filter(({ id }) => !seen.has(id));
        at = following.length === 1 ? following[0] : undefined;
      }
      passages.push({ ...passage, anecdotes: run });
      if (following.length > 1) waiting.push(...branchesOf(run.at(-1), following, passage.level + 1));
    }
  }
  return passages;
}

type Waiting = Omit<Passage, 'anecdotes'> & { first: AnecdoteView };

/** The passages that continue `from`, in reverse order for the stack. A single one is not marked as a branch. */
function branchesOf(from: AnecdoteView | undefined, branches: readonly AnecdoteView[], level: number): Waiting[] {
  const of = branches.length;
  return branches
    .map((first, index) => ({
      first,
      level,
      isCutOff: from === undefined && first.connected_to !== null,
      ...(of > 1 && { branch: { at: index + 1, of, from } }),
    }))
    .toReversed();
}
