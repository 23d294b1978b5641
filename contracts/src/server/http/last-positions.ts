import { LRUCache } from 'lru-cache';
import type { Principal } from '../auth/authentication.ts';

/** The position of each caller's last change, so that its reads show that change even without `X-Min-Position`. */
export type LastPositions = {
  /** Records the position in the answer to a change. */
  record(caller: string, position: string): void;
  /** The position of the caller's last change; undefined when none is stored. */
  of(caller: string): bigint | undefined;
};

const MAX_CALLERS = 50_000;
/** When the log is restored to an earlier state while this process runs on, positions that it lost expire this way. */
const KEPT_MS = 60 * 60 * 1000;

/** Keeps positions in the memory of this process and drops the least recently used callers. */
export function createLastPositions(max = MAX_CALLERS): LastPositions {
  const positions = new LRUCache<string, bigint>({ max, ttl: KEPT_MS });
  return {
    record(caller, position) {
      if (!/^\d{1,19}$/.test(position)) return;
      const last = positions.get(caller);
      const next = BigInt(position);
      positions.set(caller, last !== undefined && last > next ? last : next);
    },
    of: (caller) => positions.get(caller),
  };
}

/** The session or API key of a caller: people who share an account do not wait for each other's changes. */
export function callerKey(principal: Principal): string {
  return principal.kind === 'api-key' ? principal.key : principal.session;
}
