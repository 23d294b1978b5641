import { delay } from './delay.ts';

/** A rate limiter. */
export type Pace = {
  /** Resolves when it is the caller's turn; rejects once `signal` aborts, and then takes no turn. */
  turn(signal: AbortSignal): Promise<void>;
  /** The number of callers that could pass now without waiting. */
  left(): number;
};

/**
 * A token bucket: lets `burst` callers pass at once, and then one every `everyMs`. For a server that allows `max` calls
 * per minute, `burst + 60_000 / everyMs` must be below `max`.
 */
export function createPace(burst: number, everyMs: number): Pace {
  let tokens = burst;
  // The system clock may be set back by hours.
  let at = performance.now();
  const refill = () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + (now - at) / everyMs);
    at = now;
  };
  /** The time until a token is available, in milliseconds. */
  const wait = (): number => {
    refill();
    return tokens >= 1 ? 0 : (1 - tokens) * everyMs;
  };
  return {
    async turn(signal) {
      for (let ms = wait(); ms > 0; ms = wait()) await delay(Math.ceil(ms), signal);
      signal.throwIfAborted();
      tokens -= 1;
    },
    left() {
      refill();
      return Math.floor(tokens);
    },
  };
}
