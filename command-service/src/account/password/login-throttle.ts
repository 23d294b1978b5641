import { Problem } from '@anecdotes/contracts';
import { deriveKey, hmac } from '@anecdotes/contracts/server/crypto/derived-key';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/**
 * Slows down guessing the password of one account, from any number of addresses: after five failures the next attempt
 * must wait 1, 2, 4 … 900 seconds. It never locks out the owner: the failures of an address from which the right
 * password came before are counted separately, so the owner can log in there while others guess.
 */
export type LoginThrottle = {
  /**
   * Counts an attempt to log in with the name of blind index `nameIndex`, before its password is checked. Throws
   * RATE_LIMITED with the wait when it comes too early.
   */
  begin(nameIndex: string, address: string): Promise<void>;
  /** Resets the count of failures after the right password, and trusts the address from then on. */
  succeed(nameIndex: string, address: string): Promise<void>;
};

const FREE = 5;
const MAX_SECONDS = 900;
const FORGET_MS = 24 * 3_600_000;
/** The most accounts. Not as `max`, with which a cache allocates the memory for all its entries when it is created. */
const CACHE_LIMIT = { maxSize: 100_000, sizeCalculation: () => 1 };

/** Counts in the memory of this process, by `clock`. Without `isOn` nobody has to wait. */
export function createLoginThrottle(clock: () => Date, isOn: boolean): LoginThrottle {
  const failures = new LRUCache<string, { count: number; until: number }>({ ...CACHE_LIMIT, ttl: FORGET_MS });
  const trusted = new LRUCache<string, true>(CACHE_LIMIT);
  const counterOf = (nameIndex: string, address: string) => {
    const own = `${nameIndex} ${address}`;
    return trusted.has(own) ? own : nameIndex;
  };
  return {
    async begin(nameIndex, address) {
      if (!isOn) return;
      const counter = counterOf(nameIndex, address);
      const now = clock().getTime();
      const { count, until } = failures.get(counter) ?? { count: 0, until: 0 };
      const left = Math.ceil((until - now) / 1000);
      // A longer wait means that the clock was set back in the meantime.
      if (left > 0 && left <= MAX_SECONDS) throw new Problem('RATE_LIMITED', { retryAfter: left });
      const next = count + 1;
      const wait = next < FREE ? 0 : Math.min(2 ** (next - FREE), MAX_SECONDS);
      failures.set(counter, { count: next, until: now + wait * 1000 });
    },
    async succeed(nameIndex, address) {
      if (!isOn) return;
      failures.delete(counterOf(nameIndex, address));
      trusted.set(`${nameIndex} ${address}`, true);
    },
  };
}

/** Counts for all processes, in table `vault.rate_limit` by the database's clock; names and addresses are hashed. */
export function createPostgresLoginThrottle(vault: pg.Pool, secret: Uint8Array): LoginThrottle {
  const hmacKey = deriveKey(secret, 'login-throttle');
  const rowKey = (text: string) => hmac(hmacKey, text).toString('base64').slice(0, 22);
  const rowKeysOf = (nameIndex: string, address: string) => [
    rowKey(`failures ${nameIndex}`),
    rowKey(`failures ${nameIndex} ${address}`),
    rowKey(`trusted ${nameIndex} ${address}`),
  ];
  return {
    async begin(nameIndex, address) {
      const { rows } = await vault.query<{ wait: number }>({
        name: 'begin-log-in',
        text: 'select vault.begin_log_in($1, $2, $3, $4, $5) as wait',
        values: [...rowKeysOf(nameIndex, address), FREE, MAX_SECONDS],
      });
      const retryAfter = rows[0]?.wait ?? 0;
      if (retryAfter > 0) throw new Problem('RATE_LIMITED', { retryAfter });
    },
    async succeed(nameIndex, address) {
      await vault.query({
        name: 'succeed-log-in',
        text: 'select vault.succeed_log_in($1, $2, $3)',
        values: rowKeysOf(nameIndex, address),
      });
    },
  };
}
