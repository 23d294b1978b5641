import type { AnecdoteId, ImportProblem } from '@anecdotes/contracts';

/** The most ancestors, as many as for an anecdote that is connected by hand. */
const MAX_ANCESTORS = 1_000;

type Wanted = {
  /** Where the entry is in the file. */
  readonly at: string;
  /** The entry that it continues, by its key in the file; null for none. */
  readonly parent: string | null;
  /** The anecdote id of that entry; undefined if it is neither in the file nor in the journal. */
  readonly found: AnecdoteId | undefined;
};

/**
 * The parent of each of `anecdotes`; null also for a link that is broken, closes a loop or makes a chain too long. Each
 * of these is passed to `report`.
 */
export function linked(
  anecdotes: readonly AnecdoteId[],
  wanted: readonly Wanted[],
  report: (problem: ImportProblem) => void,
): (AnecdoteId | null)[] {
  const indexOf = new Map(anecdotes.map((id, index) => [id, index]));
  const parents = wanted.map(({ found }) => found ?? null);
  for (const [index, { at, parent, found }] of wanted.entries()) {
    if (parent !== null && found === undefined) {
      report({
        at,
        message:
          'The entry that it continues is neither in the file nor in the journal; it is imported without this link',
      });
    } else if (found === anecdotes[index]) unlink(index);
  }
  /** The number of ancestors of each; undefined until it is counted. */
  const ancestorCounts: (number | undefined)[] = [];
  for (let start = 0; start < anecdotes.length; start += 1) {
    const path: number[] = [];
    const onPath = new Set<number>();
    let next: number | undefined = start;
    while (next !== undefined && ancestorCounts[next] === undefined && !onPath.has(next)) {
      onPath.add(next);
      path.push(next);
      next = indexOf.get(parents[next] as AnecdoteId);
    }
    if (next !== undefined && onPath.has(next)) unlink(path.at(-1) as number);
    for (const index of path.reverse()) {
      const parent = parents[index] ?? null;
      const parentIndex = parent === null ? undefined : indexOf.get(parent);
      const count = parent === null ? 0 : 1 + (parentIndex === undefined ? 0 : (ancestorCounts[parentIndex] ?? 0));
      if (count > MAX_ANCESTORS) unlink(index);
      ancestorCounts[index] = count > MAX_ANCESTORS ? 0 : count;
    }
  }
  return parents;

  function unlink(index: number): void {
    parents[index] = null;
    report({
      at: wanted[index]?.at ?? '',
      message: 'Its link is left out: it leads in a circle, or the chain is too long',
    });
  }
}
