/**
 * Gathers items that arrive while others are being written and writes them together: one `write` at a time, at most
 * `cap` items in it, never two with the same key where items have keys. Returns each item's own result; a `write` that
 * throws fails all of its items.
 */
export function createGroupCommit<Item, Result>(options: {
  keyOf?(item: Item): string;
  cap: number;
  write(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]>;
}): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const [group, rest] = nextGroup(waiting, options.keyOf, options.cap);
      waiting = rest;
      try {
        const results = await options.write(group.map(({ item }) => item));
        for (const [index, entry] of group.entries()) settle(entry, results[index]);
      } catch (error) {
        for (const entry of group) entry.reject(error);
      }
      await gathering();
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      void gathering().then(writeAll);
    });
}

type Waiting<Item, Result> = {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/** Lets everything that is ready in this turn of the event loop join the next group. */
function gathering(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function nextGroup<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  keyOf: ((item: Item) => string) | undefined,
  cap: number,
): [group: Waiting<Item, Result>[], rest: Waiting<Item, Result>[]] {
  const group: Waiting<Item, Result>[] = [];
  const rest: Waiting<Item, Result>[] = [];
  const keys = new Set<string>();
  for (const entry of waiting) {
    const key = keyOf?.(entry.item);
    if (group.length >= cap || (key !== undefined && keys.has(key))) rest.push(entry);
    else {
      if (key !== undefined) keys.add(key);
      group.push(entry);
    }
  }
  return [group, rest];
}

function settle<Item, Result>(entry: Waiting<Item, Result>, result: PromiseSettledResult<Result> | undefined): void {
  if (result?.status === 'fulfilled') entry.resolve(result.value);
  else entry.reject(result?.reason ?? new Error('a group was answered in part'));
}
