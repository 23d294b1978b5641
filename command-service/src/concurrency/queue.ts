import { Problem } from '@anecdotes/contracts';

export type Queue = {
  /**
   * Runs `work` in turn. Throws UNAVAILABLE when too many wait already, when its turn does not come in time, or when
   * the queue is closed first.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Throws UNAVAILABLE if `run` would throw it now, because too many wait or the queue is closed. */
  assertNotBusy(): void;
  /** Refuses waiting work, and new work from now on. Running work finishes. */
  close(): void;
};

type Waiting = { readonly begin: () => void; readonly refuse: (problem: Problem) => void };

/**
 * A queue that runs `atOnce` at a time while at most `maxWaiting` wait, each for `maxWaitMs` at most; a refusal says
 * when to retry.
 */
export function createQueue(
  atOnce: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitMs = Number.POSITIVE_INFINITY,
): Queue {
  const waiting: Waiting[] = [];
  let running = 0;
  let lastTook = 0;
  let isClosed = false;
  const busy = () =>
    new Problem('UNAVAILABLE', { retryAfter: Math.max(1, Math.ceil((waiting.length * lastTook) / atOnce / 1000)) });

  async function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { begin: resolve, refuse: reject };
    waiting.push(entry);
    if (maxWaitMs === Number.POSITIVE_INFINITY) return promise;
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(busy());
    }, maxWaitMs);
    return promise.finally(() => clearTimeout(late));
  }

  function assertNotBusy(): void {
    if (isClosed || (running >= atOnce && waiting.length >= maxWaiting)) throw busy();
  }

  return {
    assertNotBusy,
    async run(work) {
      assertNotBusy();
      if (running < atOnce) running += 1;
      else await turn();
      const begun = performance.now();
      try {
        return await work();
      } finally {
        lastTook = performance.now() - begun;
        // The place goes directly to the next in the queue, so that new work cannot take it first.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next.begin();
      }
    },
    close() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0)) refuse(busy());
    },
  };
}
