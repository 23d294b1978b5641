import { Problem } from '../../problem.ts';

/** Thrown for work that is refused because too much waits; nothing of it was done. */
export class QueueFull extends Problem {
  constructor(retryAfter: number) {
    super('UNAVAILABLE', { retryAfter });
  }
}

/** How much may wait at the same time; one owner may use half of it, so that there is room for others. */
export type WaitingLimits = {
  readonly count: number;
  readonly bytes: number;
  /** How long each entry waits at most. */
  readonly milliseconds: number;
};

/** Something that waits on behalf of `owner`. */
export type Entry = { readonly owner: string; readonly bytes: number; refuse(problem: Problem): void };

/** How much may be taken at once; an entry larger than `bytes` is taken alone. */
export type Capacity = { readonly count: number; readonly bytes: number };

export type BoundedQueue<Waiting extends Entry> = {
  readonly isEmpty: boolean;
  /** Throws QueueFull. */
  push(entry: Waiting): void;
  /**
   * Removes and returns entries: one of each owner in turn until `capacity` is used, those of an owner in the order
   * they arrived, and never two with the same key. Entries that have waited too long are refused.
   */
  take(capacity: Capacity, keyOf?: (entry: Waiting) => string): Waiting[];
  /** Refuses entries that have waited too long. */
  refuseLate(): void;
};

/** A queue in which owners take turns, so that an owner with many entries does not delay the others. */
export function createBoundedQueue<Waiting extends Entry>(limits: WaitingLimits): BoundedQueue<Waiting> {
  /** The owner whose turn is next comes first. */
  const owners = new Map<string, OwnerEntries<Waiting>>();
  let count = 0;
  let bytes = 0;

  function remove(owner: string, own: OwnerEntries<Waiting>, index: number): Waiting | undefined {
    const [removed] = own.waiting.splice(index, 1);
    if (removed === undefined) return undefined;
    count -= 1;
    bytes -= removed.entry.bytes;
    own.bytes -= removed.entry.bytes;
    if (own.waiting.length === 0) owners.delete(owner);
    return removed.entry;
  }

  function refuseLate(): void {
    const since = performance.now() - limits.milliseconds;
    for (const [owner, own] of [...owners]) {
      while ((own.waiting[0]?.since ?? Number.POSITIVE_INFINITY) < since) {
        remove(owner, own, 0)?.refuse(new QueueFull(retryAfter()));
      }
    }
  }

  /** A refused caller should retry when about half of what waits now is done. */
  const retryAfter = () => Math.max(1, Math.ceil(limits.milliseconds / 2_000));

  return {
    get isEmpty() {
      return count === 0;
    },
    push(entry) {
      const own = owners.get(entry.owner) ?? { waiting: [], bytes: 0 };
      const isFull = count >= limits.count || (count > 0 && bytes + entry.bytes > limits.bytes);
      const isOwnerFull =
        own.waiting.length >= limits.count / 2 ||
        (own.waiting.length > 0 && own.bytes + entry.bytes > limits.bytes / 2);
      if (isFull || isOwnerFull) throw new QueueFull(retryAfter());
      own.waiting.push({ entry, since: performance.now() });
      own.bytes += entry.bytes;
      owners.set(entry.owner, own);
      count += 1;
      bytes += entry.bytes;
    },
    take(capacity, keyOf) {
      const taken: Waiting[] = [];
      const keys = new Set<string>();
      let used = 0;
      refuseLate();
      let owned = [...owners];
      while (owned.length > 0 && taken.length < capacity.count) {
        const again: typeof owned = [];
        for (const [owner, own] of owned) {
          if (taken.length >= capacity.count) break;
          const index = own.waiting.findIndex(({ entry }) => keyOf === undefined || !keys.has(keyOf(entry)));
          const next = own.waiting[index]?.entry;
          // An owner whose entry does not fit keeps the turn, and comes first the next time.
          if (next === undefined || (taken.length > 0 && used + next.bytes > capacity.bytes)) continue;
          remove(owner, own, index);
          taken.push(next);
          if (keyOf !== undefined) keys.add(keyOf(next));
          used += next.bytes;
          if (own.waiting.length === 0) continue;
          owners.delete(owner);
          owners.set(owner, own);
          again.push([owner, own]);
        }
        owned = again;
      }
      return taken;
    },
    refuseLate,
  };
}

type OwnerEntries<Waiting> = { readonly waiting: { readonly entry: Waiting; readonly since: number }[]; bytes: number };
