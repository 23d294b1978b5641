import { Problem } from '@anecdotes/contracts';
import { enforceLimits, type RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';

/** Keeps imports from being misused to send many requests to another site. */
export type ImportThrottle = {
  /** Runs the imports of one importer one after the other. Throws RATE_LIMITED when too many wait already. */
  runQueued<Result>(importer: Importer, run: () => Promise<Result>): Promise<Result>;
  /** Calls `ask`, which sends a request to the site. Throws RATE_LIMITED or, for guests, GUEST_NOT_ALLOWED. */
  fetchFromSite<Result>(importer: Importer, ask: () => Promise<Result>): Promise<Result>;
};

/** An account; guests are distinguished by their IP addresses. */
type Importer = { readonly account: string; readonly role: 'guest' | 'member'; readonly address: string };

/** Behind the one that runs. */
const MAX_WAITING_PER_IMPORTER = 2;
const MAX_CONCURRENT_FETCHES = 4;
const BUSY_SECONDS = 5;
const HOUR = 3_600;

const memberRule = { name: 'import', max: 10, seconds: HOUR };
const addressRule = { name: 'import address', max: 20, seconds: HOUR };
const guestRule = { name: 'guest import', max: 3, seconds: HOUR };
const allGuestsRule = { name: 'guests import', max: 60, seconds: HOUR };

export function createImportThrottle(limiter: RateLimiter): ImportThrottle {
  const inTurn = createKeyedMutex(MAX_WAITING_PER_IMPORTER, busy);
  let out = 0;
  return {
    runQueued: ({ account, role, address }, run) => inTurn(role === 'guest' ? `${account} ${address}` : account, run),
    async fetchFromSite({ account, role, address }, ask) {
      if (out >= MAX_CONCURRENT_FETCHES) throw busy();
      out += 1;
      try {
        if (role === 'guest') await limitGuest(limiter, account, address);
        else await limitMember(limiter, account, address);
        return await ask();
      } finally {
        out -= 1;
      }
    },
  };
}

function limitMember(limiter: RateLimiter, account: string, address: string): Promise<void> {
  return enforceLimits(limiter, [
    { rule: memberRule, key: account },
    { rule: addressRule, key: address },
  ]);
}

/** The message says that this limit is one of the guest account, so that an account of one's own helps. */
async function limitGuest(limiter: RateLimiter, account: string, address: string): Promise<void> {
  const refusal = await limiter.consume([
    { rule: guestRule, key: address },
    { rule: allGuestsRule, key: account },
  ]);
  if (refusal === undefined) return;
  const { retryAfter } = refusal;
  const message = `Not available for the guest account: it imports ${guestRule.max} posts an hour`;
  throw new Problem('GUEST_NOT_ALLOWED', { message, retryAfter });
}

function busy(): Problem {
  return new Problem('RATE_LIMITED', { retryAfter: BUSY_SECONDS });
}
