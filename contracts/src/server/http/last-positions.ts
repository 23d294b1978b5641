import { LRUCache } from 'lru-cache';
import type { Principal } from '../auth/authentication.ts';

/** Where each caller wrote last, so that its reads show what it wrote also when they name no position. */
export type LastPositions = {
  /** Records the position in the answer to a change. */
  record(caller: string, position: string): void;
  /** The position of the caller's last change; undefined where none is remembered. */
  of(caller: string): bigint | undefined;
};

const MAX_CALLERS = 50_000;
/** A log that was put back to an earlier state, behind a gateway that goes on, is asked for what it lost no longer. */
const KEPT_MS = 60 * 60 * 1000;

/** Remembers in this process, and forgets the callers that were heard of least recently. */
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

/** Who shares an account does not wait for what the others write. */
export function callerKey(principal: Principal): string {
  return principal.kind === 'api-key' ? principal.key : principal.session;
}
