import type { AnecdoteId, ImportProblem } from '@anecdotes/contracts';

type Wanted = {
  /** Where the entry is in the file. */
  readonly at: string;
  /** The entry that it continues, by its key in the file; null for none. */
  readonly parent: string | null;
  /** The anecdote id of that entry; undefined if it is neither in the file nor in the journal. */
  readonly found: AnecdoteId | undefined;
};

/**
 * The anecdotes to which `links` lead, of those in `ids` by the paths of their files: of a link and such a path one ends
 * with the other, as `tram/cello` and `notes/tram/cello` do.
 */
export function idsByPath(ids: ReadonlyMap<string, AnecdoteId>, links: ReadonlySet<string>): Map<string, AnecdoteId> {
  const found = new Map<string, AnecdoteId>();
  if (links.size === 0) return found;
  for (const [path, id] of ids) {
    for (const end of endsOf(path)) if (links.has(end) && !found.has(end)) found.set(end, id);
  }
  for (const link of links) {
    for (const end of endsOf(link)) {
      const id = ids.get(end);
      if (id !== undefined && !found.has(link)) found.set(link, id);
    }
  }
  return found;
}

/** `a/b/c`, `b/c` and `c` for the path `a/b/c`. */
function* endsOf(path: string): Generator<string> {
  const parts = path.split('/');
  for (const from of parts.keys()) yield parts.slice(from).join('/');
}

/**
 * The parent of each of `anecdotes`; null also for a link that is broken or closes a loop, perhaps through anecdotes in
 * the journal, whose parents are in `knownParents`. Each of these is passed to `report`. A chain may be of any length,
 * as when its anecdotes are written one after the other.
 */
export function linked(
  anecdotes: readonly AnecdoteId[],
  wanted: readonly Wanted[],
  knownParents: ReadonlyMap<string, string>,
  report: (problem: ImportProblem) => void,
): (AnecdoteId | null)[] {
  const indexOf = new Map<string, number>(anecdotes.map((id, index) => [id, index]));
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
  const isChecked = new Set<string>();
  for (const start of anecdotes) {
    const path = new Set<string>();
    let next: string | null = start;
    while (next !== null && !isChecked.has(next) && !path.has(next)) {
      path.add(next);
      next = parentOf(next);
    }
    if (next !== null && path.has(next)) {
      const ids = [...path];
      unlinkLastOf(ids.slice(ids.indexOf(next)));
    }
    for (const id of path) isChecked.add(id);
  }
  return parents;

  function parentOf(id: string): string | null {
    const index = indexOf.get(id);
    return (index === undefined ? knownParents.get(id) : parents[index]) ?? null;
  }

  function unlinkLastOf(circle: readonly string[]): void {
    const last = circle.map((id) => indexOf.get(id)).findLast((index) => index !== undefined);
    if (last !== undefined) unlink(last);
  }

  function unlink(index: number): void {
    parents[index] = null;
    report({
      at: wanted[index]?.at ?? '',
      message: 'Its link is left out: it leads in a circle',
    });
  }
}
