import { LRUCache } from 'lru-cache';
import type { RateLimiter, RateRule, Remaining, Usage } from './rate-limit.ts';

const MAX_KEYS = 50_000;

/**
 * Counts in the memory of this process, by `clock`, and drops the least recently used keys. Without `isOn` it counts
 * and refuses nothing.
 */
export function createRateLimiter(isOn: boolean, clock: () => Date = () => new Date()): RateLimiter {
  const windows = new LRUCache<string, number[]>({ max: MAX_KEYS });
  const buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS });

  /** Counts one usage; returns the seconds to wait, or 0 when it was counted. */
  function count({ rule, key, cost = 1 }: Usage, isForced: boolean): number {
    const counterKey = `${rule.name} ${key}`;
    const now = clock().getTime();
    return rule.burst === undefined
      ? takeFromWindow(windows, rule, counterKey, now)
      : takeFromBucket(buckets, { ...rule, burst: rule.burst, cost, isForced }, counterKey, now);
  }

  return {
    isOn,
    async consume(usages) {
      if (!isOn) return undefined;
      for (const usage of usages) {
        const retryAfter = count(usage, false);
        if (retryAfter > 0) return { rule: usage.rule, retryAfter };
      }
      return undefined;
    },
    charge(usages) {
      if (isOn) for (const usage of usages) count(usage, true);
    },
    remaining({ rule, key }) {
      const counterKey = `${rule.name} ${key}`;
      const now = clock().getTime();
      return rule.burst === undefined
        ? remainingOfWindow(windows.get(counterKey) ?? [], rule, now)
        : remainingOfBucket(buckets.get(counterKey), { ...rule, burst: rule.burst }, now);
    },
  };
}

type Bucket = { level: number; at: number };

function takeFromWindow(windows: LRUCache<string, number[]>, rule: RateRule, counterKey: string, now: number): number {
  const since = now - rule.seconds * 1000;
  const times = (windows.get(counterKey) ?? []).filter((time) => time > since && time <= now);
  const [oldest = now] = times;
  if (times.length >= rule.max) return Math.max(1, Math.ceil((oldest - since) / 1000));
  times.push(now);
  windows.set(counterKey, times);
  return 0;
}

function remainingOfWindow(times: readonly number[], { max, seconds }: RateRule, now: number): Remaining {
  const since = now - seconds * 1000;
  const counted = times.filter((time) => time > since && time <= now);
  const newest = counted.at(-1) ?? since;
  return { amount: Math.max(0, max - counted.length), seconds: Math.ceil((newest - since) / 1000) };
}

function remainingOfBucket(
  { level, at }: Bucket = { level: Number.POSITIVE_INFINITY, at: 0 },
  { max, seconds, burst }: RateRule & { burst: number },
  now: number,
): Remaining {
  const perSecond = max / seconds;
  const filled = Math.min(burst, level + (Math.max(0, now - at) / 1000) * perSecond);
  return { amount: Math.max(0, Math.floor(filled)), seconds: Math.ceil((burst - filled) / perSecond) };
}

function takeFromBucket(
  buckets: LRUCache<string, Bucket>,
  { max, seconds, burst, cost, isForced }: RateRule & { burst: number; cost: number; isForced: boolean },
  counterKey: string,
  now: number,
): number {
  const perMillisecond = max / (seconds * 1000);
  const { level, at } = buckets.get(counterKey) ?? { level: burst, at: now };
  const filled = Math.min(burst, level + Math.max(0, now - at) * perMillisecond);
  if (filled < 1 && !isForced) {
    buckets.set(counterKey, { level: filled, at: now });
    return Math.max(1, Math.ceil((1 - filled) / perMillisecond / 1000));
  }
  buckets.set(counterKey, { level: filled - cost, at: now });
  return 0;
}
