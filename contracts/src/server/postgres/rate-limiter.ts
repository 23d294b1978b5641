import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { createGroupCommit } from '../concurrency/group-commit.ts';
import { deriveKey, hmac } from '../crypto/derived-key.ts';
import { createRateLimiter } from '../http/memory-rate-limiter.ts';
import type { RateLimiter, Refusal, Usage } from '../http/rate-limit.ts';
import { sqlStateOf } from './sql-state.ts';

/** After a failure of the database, this process counts by itself for this time. */
const COUNT_LOCALLY_MS = 1_000;
const SWEEP_MS = 60_000;
/** How many used-up keys are cached; they are refused without being counted again. */
const MAX_USED_UP = 10_000;
/** The SQLSTATE that `vault.count_calls` throws when a row that it has just seen was deleted. */
const SWEPT_MEANWHILE = '40001';
const LARGEST_GROUP = { count: 256, bytes: 0 };
const WAITING_LIMITS = { count: 4_096, bytes: 0, milliseconds: 1_000 };

type Counting = { readonly usages: readonly Usage[]; readonly isForced: boolean };

/**
 * Counts in table `vault.rate_limit`, by the clock of the database, for all processes that use it; calls that arrive
 * together are counted together. Keys are stored as their HMAC under `secret`. While the database is unavailable, each
 * process counts by itself, and `onError` is called with the error.
 */
export function createPostgresRateLimiter(
  vault: pg.Pool,
  { secret, onError = () => {} }: { secret: Uint8Array; onError?: ((error: unknown) => void) | undefined },
): RateLimiter {
  const hmacKey = deriveKey(secret, 'rate-limits');
  const counterKeyOf = ({ rule, key }: Usage) => hmac(hmacKey, `${rule.name} ${key}`).toString('base64').slice(0, 22);
  const localLimiter = createRateLimiter(true);
  const usedUp = new LRUCache<string, true>({ max: MAX_USED_UP, ttl: 1 });
  let countLocallyUntil = 0;
  let sweptAt = performance.now();

  const count = createGroupCommit<Counting, Refusal | undefined>({
    room: LARGEST_GROUP,
    waiting: WAITING_LIMITS,
    async write(group) {
      const tryCount = () => countInDatabase(vault, group, counterKeyOf);
      const refusals = await tryCount().catch((error: unknown) => {
        if (sqlStateOf(error) !== SWEPT_MEANWHILE) throw error;
        return tryCount();
      });
      for (const refusal of refusals) {
        if (refusal !== undefined) usedUp.set(counterKeyOf(refusal.usage), true, { ttl: refusal.retryAfter * 1_000 });
      }
      return refusals.map((refusal) => ({
        status: 'fulfilled',
        value: refusal && { rule: refusal.usage.rule, retryAfter: refusal.retryAfter },
      }));
    },
  });

  function sweep(): void {
    if (performance.now() - sweptAt < SWEEP_MS) return;
    sweptAt = performance.now();
    vault.query('delete from vault.rate_limit where expires_at < now()').catch(onError);
  }

  async function countOr<Result>(counting: Counting, otherwise: () => Result): Promise<Result | Refusal | undefined> {
    if (performance.now() < countLocallyUntil) return otherwise();
    try {
      const refusal = await count(counting);
      sweep();
      return refusal;
    } catch (error) {
      countLocallyUntil = performance.now() + COUNT_LOCALLY_MS;
      onError(error);
      return otherwise();
    }
  }

  return {
    isOn: true,
    async consume(usages) {
      if (usages.length === 0) return undefined;
      for (const usage of usages) {
        const waitMs = usedUp.getRemainingTTL(counterKeyOf(usage));
        if (waitMs > 0) return { rule: usage.rule, retryAfter: Math.ceil(waitMs / 1_000) };
      }
      return countOr({ usages, isForced: false }, () => localLimiter.consume(usages));
    },
    charge(usages) {
      void countOr({ usages, isForced: true }, () => localLimiter.charge(usages));
    },
    // Only the database knows what is left, and asking it would cost as much as counting.
    remaining: () => undefined,
  };
}

/** Counts each of `group` up to its first used-up rule; returns for each the refused usage, if any, and the wait. */
async function countInDatabase(
  vault: pg.Pool,
  group: readonly Counting[],
  counterKeyOf: (usage: Usage) => string,
): Promise<({ usage: Usage; retryAfter: number } | undefined)[]> {
  const all = group.flatMap(({ usages, isForced }, index) =>
    usages.map((usage) => ({ usage, isForced, caller: index + 1, counterKey: counterKeyOf(usage) })),
  );
  const counterKeys = [...new Set(all.map(({ counterKey }) => counterKey))].sort();
  const indexOf = new Map(counterKeys.map((counterKey, index) => [counterKey, index + 1]));
  const { rows } = await vault.query<{ waits: number[]; refused: number[] }>({
    name: 'count-calls',
    text: `select waits, refused from vault.count_calls(
      $1::text[], $2::int, $3::int[], $4::int[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::bool[])`,
    values: [
      counterKeys,
      group.length,
      all.map(({ caller }) => caller),
      all.map(({ counterKey }) => indexOf.get(counterKey)),
      all.map(({ usage }) => usage.rule.max),
      all.map(({ usage }) => usage.rule.seconds),
      all.map(({ usage }) => usage.rule.burst ?? null),
      all.map(({ usage }) => usage.cost ?? 1),
      all.map(({ isForced }) => isForced),
    ],
  });
  const [answer] = rows;
  return group.map((_, index) => {
    const usage = all[(answer?.refused[index] ?? 0) - 1]?.usage;
    return usage && { usage, retryAfter: answer?.waits[index] ?? 1 };
  });
}
