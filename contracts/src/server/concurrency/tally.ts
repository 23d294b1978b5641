/** Counts by key, such as the open calls of each account. A key whose count is 0 takes no memory. */
export type Tally = {
  /** The sum of all counts. */
  readonly total: number;
  of(key: string): number;
  add(key: string, amount: number): void;
};

/** A tally in which every count is 0. */
export function createTally(): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    get total() {
      return total;
    },
    of,
    add(key, amount) {
      total += amount;
      const count = of(key) + amount;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
