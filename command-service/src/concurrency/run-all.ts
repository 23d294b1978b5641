/** Runs `run` for each item, at most `atOnce` at the same time; returns the results in the order of the items. */
export async function runAll<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const runNext = async () => {
    for (const [index, item] of waiting) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return results;
}
