import { type Capacity, createBoundedQueue, type Entry, type WaitingLimits } from './bounded-queue.ts';

/** A group that takes over SLOW_MS halves the size of the next ones; one that takes under QUICK_MS doubles it again. */
const SLOW_MS = 500;
const QUICK_MS = 100;
const SMALLEST_SIZE_FACTOR = 1 / 64;

type Options<Item, Result> = {
  /** Two items with the same key are never in one group, and keep their order. */
  keyOf?(item: Item): string;
  /** On whose behalf an item waits; owners take turns. */
  ownerOf?(item: Item): string;
  bytesOf?(item: Item): number;
  /** The largest group. */
  room: Capacity;
  /** How much may wait for the next group. */
  waiting?: WaitingLimits;
  write(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]>;
};

const DEFAULT_WAITING_LIMITS: WaitingLimits = { count: 16_384, bytes: 64 * 1024 * 1024, milliseconds: 5_000 };

/**
 * Gathers items that arrive while others are being written and writes them together, one `write` at a time. Returns
 * each item's own result; a `write` that throws fails all of its items. Throws QueueFull for an item that was not
 * written because too much waits, or because it waited too long.
 */
export function createGroupCommit<Item, Result>(options: Options<Item, Result>): (item: Item) => Promise<Result> {
  const { keyOf, ownerOf, bytesOf, room, write } = options;
  const queue = createBoundedQueue<Waiting<Item, Result>>(options.waiting ?? DEFAULT_WAITING_LIMITS);
  let sizeFactor = 1;
  let busy = false;

  async function writeAll(): Promise<void> {
    while (!queue.isEmpty) {
      const group = queue.take(
        { count: Math.max(1, Math.floor(room.count * sizeFactor)), bytes: room.bytes * sizeFactor },
        keyOf && (({ item }) => keyOf(item)),
      );
      if (group.length > 0) await writeGroup(group);
      await gathering();
    }
    busy = false;
  }

  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const begun = performance.now();
    try {
      const results = await write(group.map(({ item }) => item));
      for (const [index, entry] of group.entries()) settle(entry, results[index]);
    } catch (error) {
      for (const entry of group) entry.refuse(error);
    }
    const took = performance.now() - begun;
    if (took > SLOW_MS) sizeFactor = Math.max(SMALLEST_SIZE_FACTOR, sizeFactor / 2);
    else if (took < QUICK_MS) sizeFactor = Math.min(1, sizeFactor * 2);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, owner: ownerOf?.(item) ?? '', bytes: bytesOf?.(item) ?? 0, resolve, refuse: reject });
      if (busy) return;
      busy = true;
      void gathering().then(writeAll);
    });
}

type Waiting<Item, Result> = Entry & {
  readonly item: Item;
  resolve(result: Result): void;
  refuse(error: unknown): void;
};

/** Lets everything that is ready in this turn of the event loop join the next group. */
function gathering(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function settle<Item, Result>(entry: Waiting<Item, Result>, result: PromiseSettledResult<Result> | undefined): void {
  if (result?.status === 'fulfilled') entry.resolve(result.value);
  else entry.refuse(result?.reason ?? new Error('The write of a group returned no result for this item.'));
}
