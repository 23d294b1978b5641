import { Problem } from '@anecdotes/contracts';
import {
  callerOf,
  enforceLimits,
  type RateLimiter,
  type Usage,
  usagesOf,
} from '@anecdotes/contracts/server/http/rate-limit';
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

const rules = {
  account: { name: 'import', max: 10, seconds: HOUR },
  address: { name: 'import address', max: 20, seconds: HOUR },
  guestAddress: { name: 'guest import', max: 3, seconds: HOUR },
  guests: { name: 'guests import', max: 60, seconds: HOUR },
};

export function createImportThrottle(limiter: RateLimiter): ImportThrottle {
  const inTurn = createKeyedMutex(MAX_WAITING_PER_IMPORTER, busy);
  let out = 0;
  return {
    runQueued: (importer, run) => inTurn(callerOf(importer, importer.address), run),
    async fetchFromSite(importer, ask) {
      if (out >= MAX_CONCURRENT_FETCHES) throw busy();
      out += 1;
      try {
        const usages = usagesOf(rules, importer, importer.address);
        await (importer.role === 'guest' ? limitGuest(limiter, usages) : enforceLimits(limiter, usages));
        return await ask();
      } finally {
        out -= 1;
      }
    },
  };
}

/** The message says that this limit is one of the guest account, so that an account of one's own helps. */
async function limitGuest(limiter: RateLimiter, usages: readonly Usage[]): Promise<void> {
  const refusal = await limiter.consume(usages);
  if (refusal === undefined) return;
  const { retryAfter } = refusal;
  const message = `Not available for the guest account: it imports ${rules.guestAddress.max} posts an hour`;
  throw new Problem('GUEST_NOT_ALLOWED', { message, retryAfter });
}

function busy(): Problem {
  return new Problem('RATE_LIMITED', { retryAfter: BUSY_SECONDS });
}
