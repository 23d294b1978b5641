import { Problem } from '@anecdotes/contracts';
import { limit, type RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';

/** Keeps imports from becoming a way to send many requests to somebody else. */
export type ImportThrottle = {
  /** Runs one import of an account after the other. Throws RATE_LIMITED when too many wait already. */
  runQueued<Result>(account: string, run: () => Promise<Result>): Promise<Result>;
  /** Goes out to the site. Throws RATE_LIMITED when this was done too often or too many do it now. */
  fetchFromSite<Result>(
    who: { account: string; role: 'guest' | 'member' },
    ask: () => Promise<Result>,
  ): Promise<Result>;
};

const MAX_WAITING_PER_ACCOUNT = 3;
const MAX_CONCURRENT_FETCHES = 4;
const BUSY_SECONDS = 5;
const HOUR = 3_600;

const memberRule = { name: 'import', max: 10, seconds: HOUR };
const guestRule = { name: 'guest import', max: 3, seconds: HOUR };

export function createImportThrottle(limiter: RateLimiter): ImportThrottle {
  const mutex = createKeyedMutex();
  const waiting = new Map<string, number>();
  let out = 0;
  return {
    async runQueued(account, run) {
      const ahead = waiting.get(account) ?? 0;
      if (ahead >= MAX_WAITING_PER_ACCOUNT) throw busy();
      waiting.set(account, ahead + 1);
      try {
        return await mutex(account, run);
      } finally {
        const left = (waiting.get(account) ?? 1) - 1;
        if (left === 0) waiting.delete(account);
        else waiting.set(account, left);
      }
    },
    async fetchFromSite({ account, role }, ask) {
      if (out >= MAX_CONCURRENT_FETCHES) throw busy();
      if (role === 'guest') limitGuest(limiter, account);
      else limit(limiter, [memberRule], account);
      out += 1;
      try {
        return await ask();
      } finally {
        out -= 1;
      }
    },
  };
}

/** The guest is told what an account of one's own would change. */
function limitGuest(limiter: RateLimiter, account: string): void {
  const retryAfter = limiter.take(guestRule, account);
  if (retryAfter === 0) return;
  const message = `Not available for the guest account: it imports ${guestRule.max} posts an hour`;
  throw new Problem('GUEST_NOT_ALLOWED', { message, retryAfter });
}

function busy(): Problem {
  return new Problem('RATE_LIMITED', { retryAfter: BUSY_SECONDS });
}
