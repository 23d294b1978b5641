import { Problem } from '@anecdotes/contracts';

/**
 * Runs what is handed in, `atOnce` at a time, in turn. Throws UNAVAILABLE when `mostWaiting` others wait already, and
 * says in how many seconds they will have been served.
 */
export function createQueue(
  atOnce: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  let lastTook = 0;
  const secondsUntilServed = () => Math.max(1, Math.ceil((waiting.length * lastTook) / atOnce / 1000));
  return async (run) => {
    if (running < atOnce) running += 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Problem('UNAVAILABLE', { retryAfter: secondsUntilServed() });
    const begun = performance.now();
    try {
      return await run();
    } finally {
      lastTook = performance.now() - begun;
      // A place is handed over, so that nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
