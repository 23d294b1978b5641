/** Notifies waiters within this process that something happened. */
export type Notifier = {
  notify(): void;
  /** The number of notifications so far; `wait` takes it, so that no notification in between is missed. */
  count(): number;
  /** True as soon as there was a notification since `count`; false after `milliseconds` or when `signal` aborts. */
  wait(count: number, milliseconds: number, signal: AbortSignal): Promise<boolean>;
};

/** A notifier without notifications so far. */
export function createNotifier(): Notifier {
  const waiters = new Set<(rung: boolean) => void>();
  let rings = 0;
  return {
    notify() {
      rings += 1;
      for (const wake of [...waiters]) wake(true);
    },
    count: () => rings,
    wait(count, milliseconds, signal) {
      if (rings !== count) return Promise.resolve(true);
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const wake = (rung: boolean) => {
          clearTimeout(timer);
          waiters.delete(wake);
          signal.removeEventListener('abort', giveUp);
          resolve(rung);
        };
        const giveUp = () => wake(false);
        const timer = setTimeout(giveUp, milliseconds);
        signal.addEventListener('abort', giveUp);
        waiters.add(wake);
      });
    },
  };
}
