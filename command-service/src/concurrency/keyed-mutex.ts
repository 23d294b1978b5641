/** Runs what is handed in under the same key one after the other; different keys do not wait for each other. */
export type KeyedMutex = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;

export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    const before = tails.get(key);
    const result = before === undefined ? run() : before.then(run, run);
    tails.set(key, result);
    try {
      return await result;
    } finally {
      if (tails.get(key) === result) tails.delete(key);
    }
  };
}
