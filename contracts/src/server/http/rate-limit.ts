import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Problem, type ProblemCode } from '../../problem.ts';

/** At most `max` in any period of `seconds`; with `burst`, a token bucket of that size that refills at this rate. */
export type RateRule = {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  readonly burst?: number;
  /** What it counts, calls by default. */
  readonly unit?: 'content-bytes';
  /** The problem for a caller that exceeds it, RATE_LIMITED by default. */
  readonly code?: ProblemCode;
};

/**
 * A use of what `rule` allows to `key`, such as an address. It costs 1 by default; only a rule with `burst` supports
 * other costs, and 0 only checks.
 */
export type Usage = { readonly rule: RateRule; readonly key: string; readonly cost?: number };

/** A rule that is used up, and the seconds until it allows something again. */
export type Refusal = { readonly rule: RateRule; readonly retryAfter: number };

/** What a rule still allows, and the seconds until it allows everything again. */
export type Remaining = { readonly amount: number; readonly seconds: number };

/** Counts what callers do. */
export type RateLimiter = {
  readonly isOn: boolean;
  /**
   * Counts `usages` one after the other, up to the first whose rule is used up; returns that one. While a rule has
   * anything left, a cost above 1 is accepted in full and may leave a debt.
   */
  consume(usages: readonly Usage[]): Promise<Refusal | undefined>;
  /** Counts what has already happened, whether or not anything is left. */
  charge(usages: readonly Usage[]): void;
  /** What is left of a rule, without counting; undefined when this process does not know. */
  remaining(usage: Usage): Remaining | undefined;
};

/** Counts `usages`; throws the problem of the first rule that is used up, with the wait. */
export async function enforceLimits(limiter: RateLimiter, usages: readonly Usage[]): Promise<void> {
  const refusal = await limiter.consume(usages);
  if (refusal === undefined) return;
  const { rule, retryAfter } = refusal;
  throw new Problem(rule.code ?? 'RATE_LIMITED', { retryAfter, policy: policyOf(rule) });
}

const policies = new WeakMap<RateRule, string>();

/** `rule` as an item of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */
function policyOf(rule: RateRule): string {
  const known = policies.get(rule);
  if (known !== undefined) return known;
  const { name, max, seconds, unit } = rule;
  const policy = `"${name}";q=${max}${unit === undefined ? '' : `;qu="${unit}"`};w=${seconds}`;
  policies.set(rule, policy);
  return policy;
}

/** Sends in headers of `reply` the policy that `usage` counts by, and what is left of it. */
export function sendLimit(reply: FastifyReply, limiter: RateLimiter, usage: Usage): void {
  if (!limiter.isOn) return;
  reply.header('ratelimit-policy', policyOf(usage.rule));
  const remaining = limiter.remaining(usage);
  if (remaining === undefined) return;
  reply.header('ratelimit', `"${usage.rule.name}";r=${remaining.amount};t=${remaining.seconds}`);
}

/** Sends in headers of `reply` that `policy` is used up. */
export function sendLimitUsedUp(reply: FastifyReply, policy: string, retryAfter: number): void {
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', `${policy.slice(0, policy.indexOf(';'))};r=0;t=${retryAfter}`);
}

/** Counts one for `key` by each of `rules`; throws RATE_LIMITED with the wait. */
export function limit(limiter: RateLimiter, rules: readonly RateRule[], key: string): Promise<void> {
  return enforceLimits(
    limiter,
    rules.map((rule) => ({ rule, key })),
  );
}

/** Cache of what recent addresses count as: a call needs it several times, and parsing takes longer than counting. */
const addresses = new LRUCache<string, string>({ max: 1_000 });

/** The address a request counts for: from the socket or a trusted proxy; for IPv6 its /64, which is one customer's. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const found = addresses.get(ip);
  if (found !== undefined) return found;
  const address = readAddress(ip);
  addresses.set(ip, address);
  return address;
}

function readAddress(given: string): string {
  // Some proxies add the port, which differs for every connection.
  const ip = given.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
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

/** How many mails strangers can cause, to one address and in total. */
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

/** What guests may do from one address and in total, so that no guest can use up what the others need. */
export const guestRules = {
  perAddress: {
    command: { name: 'guest command', max: 60, seconds: MINUTE },
    read: { name: 'guest read', max: 3_000, seconds: MINUTE, burst: 3_000 },
    search: { name: 'guest search', max: 60, seconds: MINUTE },
  },
  total: {
    command: { name: 'guests command', max: 600, seconds: MINUTE, burst: 600 },
    read: { name: 'guests read', max: 60_000, seconds: MINUTE, burst: 60_000 },
    search: { name: 'guests search', max: 1_200, seconds: MINUTE, burst: 1_200 },
  },
} as const satisfies Record<string, Record<string, RateRule>>;

/** How many anecdotes batches may hold; one burst is enough for the largest set of sample data. */
export const batchItemRules = {
  account: { name: 'batch item', max: 6_000, seconds: MINUTE, burst: 10_000 },
  guestAddress: { name: 'guest batch item', max: 600, seconds: MINUTE, burst: 5_000 },
  guests: { name: 'guests batch item', max: 6_000, seconds: MINUTE, burst: 10_000 },
} as const satisfies Record<string, RateRule>;

/** At most `bytes` at once, and as many again in the course of a day. */
export function bytesPerDay(name: string, bytes: number): RateRule {
  return { name, max: bytes, seconds: DAY, burst: bytes, unit: 'content-bytes', code: 'DAILY_LIMIT_REACHED' };
}

/** The kinds of call, which have different limits. */
export type CallKind = keyof typeof accountRules;

/** How often one address may call routes that do not exist. */
export const unknownRouteRule: RateRule = { name: 'unknown route', max: 60, seconds: MINUTE };

/** What one address may do, whatever its accounts; checked before authentication. */
export const addressRules = {
  command: { name: 'address command', max: 6_000, seconds: MINUTE, burst: 1_000 },
  read: { name: 'address read', max: 6_000, seconds: MINUTE, burst: 6_000 },
  search: { name: 'address search', max: 120, seconds: MINUTE },
} as const satisfies Record<string, RateRule>;
