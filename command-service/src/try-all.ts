/** Runs `run` for one item after the other. Throws the first error, after it has tried all of them. */
export async function tryAll<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
