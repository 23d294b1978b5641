/** Waits for `milliseconds`; rejects with the reason of `signal` once that is aborted. */
export function delay(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop);
  });
}

const LONGEST_WAIT_MS = 3_000;

/** Waits for what a screen can be shown without, no longer than 3 s. Rejects when `loading` does by then. */
export function waitForOptional(loading: Promise<unknown>): Promise<unknown> {
  return Promise.race([loading, delay(LONGEST_WAIT_MS)]);
}

/** Waits for `milliseconds`; resolves early when the browser goes online, or when `signal` is aborted. */
export function delayUntilOnline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}
