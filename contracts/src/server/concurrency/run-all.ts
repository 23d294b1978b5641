/**
 * Runs `run` for each item, at most `atOnce` at the same time; returns the results in the order of the items. When one
 * fails, begins no more, and throws the first error once none is running any more.
 */
export async function runAll<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const errors: unknown[] = [];
  const waiting = items.entries();
  const runNext = async () => {
    for (const [index, item] of waiting) {
      if (errors.length > 0) return;
      try {
        results[index] = await run(item, index);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  if (errors.length > 0) throw errors[0];
  return results;
}
