import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../problem.ts';

/** At most `max` in any `seconds`; with `burst`, at most that many at once and the rest as time goes by. */
export type RateRule = {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  readonly burst?: number;
};

/** Counts what callers do, in the memory of one process. */
export type RateLimiter = {
  readonly isOn: boolean;
  /** Counts one for `key` and returns 0, or the seconds to wait when the rule is used up. */
  take(rule: RateRule, key: string): number;
};

const MAX_KEYS = 50_000;

/** Counts by `clock`, and forgets the keys that were used least recently; while it is not `isOn`, nothing is used up. */
export function createRateLimiter(isOn: boolean, clock: () => Date = () => new Date()): RateLimiter {
  const windows = new LRUCache<string, number[]>({ max: MAX_KEYS });
  const buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS });
  return {
    isOn,
    take(rule, key) {
      if (!isOn) return 0;
      const place = `${rule.name} ${key}`;
      const now = clock().getTime();
      return rule.burst === undefined
        ? takeFromWindow(windows, rule, place, now)
        : takeFromBucket(buckets, { ...rule, burst: rule.burst }, place, now);
    },
  };
}

/** Counts one for `key` by each of `rules`; throws RATE_LIMITED with the wait. */
export function limit(limiter: RateLimiter, rules: readonly RateRule[], key: string): void {
  for (const rule of rules) {
    const retryAfter = limiter.take(rule, key);
    if (retryAfter > 0) throw new Problem('RATE_LIMITED', { retryAfter });
  }
}

/** The address a request counts for: that of the socket or a trusted proxy's word; of IPv6 the /64, one customer's. */
export function addressOf({ ip: given }: Pick<FastifyRequest, 'ip'>): string {
  // Some proxies add the port, which is another one for every connection.
  const ip = given.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

type Bucket = { level: number; at: number };

function takeFromWindow(windows: LRUCache<string, number[]>, rule: RateRule, place: string, now: number): number {
  const since = now - rule.seconds * 1000;
  const times = (windows.get(place) ?? []).filter((time) => time > since && time <= now);
  const [oldest = now] = times;
  if (times.length >= rule.max) return Math.max(1, Math.ceil((oldest - since) / 1000));
  times.push(now);
  windows.set(place, times);
  return 0;
}

function takeFromBucket(
  buckets: LRUCache<string, Bucket>,
  { max, seconds, burst }: RateRule & { burst: number },
  place: string,
  now: number,
): number {
  const perMillisecond = max / (seconds * 1000);
  const { level, at } = buckets.get(place) ?? { level: burst, at: now };
  const filled = Math.min(burst, level + Math.max(0, now - at) * perMillisecond);
  if (filled < 1) {
    buckets.set(place, { level: filled, at: now });
    return Math.max(1, Math.ceil((1 - filled) / perMillisecond / 1000));
  }
  buckets.set(place, { level: filled - 1, at: now });
  return 0;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** What one address may do without an account, by kind of call. */
export const visitorRules = {
  logIn: [
    { name: 'log-in burst', max: 5, seconds: 10 },
    { name: 'log-in', max: 10, seconds: MINUTE },
  ],
  guestLogIn: [{ name: 'guest log-in', max: 30, seconds: HOUR }],
  register: [
    { name: 'register', max: 5, seconds: HOUR },
    { name: 'register day', max: 20, seconds: DAY },
  ],
  askForMail: [
    { name: 'ask for mail', max: 3, seconds: MINUTE },
    { name: 'ask for mail hour', max: 20, seconds: HOUR },
  ],
  redeem: [{ name: 'redeem', max: 10, seconds: MINUTE }],
  analytics: [{ name: 'analytics', max: 120, seconds: MINUTE }],
} as const satisfies Record<string, readonly RateRule[]>;

/** Mails that strangers can cause, to one address and in all. */
export const mailRules = {
  perAddress: [
    { name: 'mail', max: 1, seconds: MINUTE },
    { name: 'mail day', max: 5, seconds: DAY },
  ],
  total: { name: 'mail total', max: 200, seconds: HOUR },
} as const satisfies Record<string, RateRule | readonly RateRule[]>;

/** What one account, or one API key by itself, may do. */
export const accountRules = {
  command: { name: 'command', max: 1_200, seconds: MINUTE, burst: 200 },
  read: { name: 'read', max: 3_000, seconds: MINUTE, burst: 3_000 },
  search: { name: 'search', max: 60, seconds: MINUTE },
} as const satisfies Record<string, RateRule>;

/** What a call counts as. */
export type CallKind = keyof typeof accountRules;

/** How often one address may ask for what does not exist. */
export const unknownRouteRule: RateRule = { name: 'unknown route', max: 60, seconds: MINUTE };

/** What one address may do, whatever its accounts and before it is asked who it is. */
export const addressRules = {
  command: { name: 'address command', max: 6_000, seconds: MINUTE, burst: 1_000 },
  read: { name: 'address read', max: 6_000, seconds: MINUTE, burst: 6_000 },
  search: { name: 'address search', max: 120, seconds: MINUTE },
} as const satisfies Record<string, RateRule>;
