import { ServerTimeout, type Stored } from './append-pipe.ts';

/** How long an append waits before it is sent again; doubled each time. */
const FIRST_WAIT_MS = 200;
const AFTER_TIMEOUT_MS = 50;

/**
 * Sends an append, and copies of it with the same event ids, until one of them is answered or fails for another reason
 * than the server's time-out; gives up after `signal` aborts. A server drops a copy that arrives while the first is
 * still being written, and reports nothing until its own time-out of 2 s. So copies are sent sooner than that, as long
 * as `isCalm` returns true.
 */
export async function sendUntilAnswered(
  send: () => Promise<Stored>,
  { isCalm, signal }: { isCalm: () => boolean; signal: AbortSignal },
): Promise<Stored> {
  const answer = Promise.withResolvers<Stored>();
  let isDue = true;
  let wake = (_isDue: boolean) => {};
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait *= 2) {
    const again = Promise.withResolvers<boolean>();
    wake = again.resolve;
    const timer = setTimeout(() => wake(isCalm()), wait);
    const copy = isDue ? send() : undefined;
    copy?.then(answer.resolve, (error: unknown) => {
      if (error instanceof ServerTimeout) setTimeout(() => wake(true), AFTER_TIMEOUT_MS);
      else answer.reject(error);
    });
    const next = await Promise.race([answer.promise, again.promise]);
    clearTimeout(timer);
    if (typeof next === 'object') return next;
    isDue = next;
  }
  throw signal.reason;
}
