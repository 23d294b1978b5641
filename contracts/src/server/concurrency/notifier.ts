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
  const waiters = new Set<(wasNotified: boolean) => void>();
  let notifications = 0;
  return {
    notify() {
      notifications += 1;
      for (const wake of [...waiters]) wake(true);
    },
    count: () => notifications,
    wait(count, milliseconds, signal) {
      if (notifications !== count) return Promise.resolve(true);
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const wake = (wasNotified: boolean) => {
          clearTimeout(timer);
          waiters.delete(wake);
          signal.removeEventListener('abort', giveUp);
          resolve(wasNotified);
        };
        const giveUp = () => wake(false);
        const timer = setTimeout(giveUp, milliseconds);
        signal.addEventListener('abort', giveUp);
        waiters.add(wake);
      });
    },
  };
}
