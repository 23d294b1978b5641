import { Problem } from '@anecdotes/contracts';
import type { Principal } from '@anecdotes/contracts/server/auth/authentication';
import { createTally } from '@anecdotes/contracts/server/concurrency/tally';
import { callerOf } from '@anecdotes/contracts/server/http/rate-limit';

const MAX_PER_CALLER = 20;
/** Higher, because all guests share one account. */
const MAX_PER_ACCOUNT = 1_000;
const RETRY_AFTER_S = 30;
const TOO_MANY = `Too many calls are open at the same time, of which ${MAX_PER_CALLER} are allowed. Please end one first.`;

/**
 * Returns a function that counts a call that stays open until something happens, by its caller and its account, and
 * returns a function to call when it ends. It throws RATE_LIMITED when the caller or the account has too many.
 */
export function limitWaitingCalls(): (principal: Principal, address: string) => () => void {
  const taken = createTally();
  return (principal, address) => {
    const { account } = principal;
    const caller = callerOf(principal, address);
    if (taken.of(caller) >= MAX_PER_CALLER || taken.of(account) >= MAX_PER_ACCOUNT)
      throw new Problem('RATE_LIMITED', { retryAfter: RETRY_AFTER_S, message: TOO_MANY });
    const keys = new Set([caller, account]);
    for (const key of keys) taken.add(key, 1);
    return () => {
      for (const key of keys) taken.add(key, -1);
    };
  };
}
