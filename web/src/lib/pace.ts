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
  let at = Date.now();
  const refill = () => {
    const now = Date.now();
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
      for (let ms = wait(); ms > 0; ms = wait()) await delay(ms, signal);
      signal.throwIfAborted();
      tokens -= 1;
    },
    left() {
      refill();
      return Math.floor(tokens);
    },
  };
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, Math.ceil(ms));
    signal.addEventListener('abort', stop, { once: true });
  });
}
