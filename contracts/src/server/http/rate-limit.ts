import { isIPv6 } from 'node:net';
import type { FastifyReply } from 'fastify';
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

/** Takes back what `sendLimit` has sent: a refusal for another reason must not say how many calls are left. */
export function withdrawLimit(reply: FastifyReply): void {
  reply.removeHeader('ratelimit-policy').removeHeader('ratelimit');
}

/** Counts one for `key` by each of `rules`; throws RATE_LIMITED with the wait. */
export function limit(limiter: RateLimiter, rules: readonly RateRule[], key: string): Promise<void> {
  return enforceLimits(
    limiter,
    rules.map((rule) => ({ rule, key })),
  );
}

/** Who is limited: a member, or one of the guests, who all share one account. */
type Caller = { readonly account: string; readonly role: 'guest' | 'member' };

/** The limits of one kind of call: for members by account and by address, for guests by address and for all together. */
export type CallerRules = {
  readonly account: RateRule;
  readonly address?: RateRule;
  readonly guestAddress: RateRule;
  readonly guests: RateRule;
};

/** The usages of a call that costs `cost`, of the caller at `address`, if that is known. */
export function usagesOf(
  rules: CallerRules,
  { account, role }: Caller,
  address: string | undefined,
  cost = 1,
): Usage[] {
  const counted = (rule: RateRule | undefined, key: string | undefined): Usage[] =>
    rule && key !== undefined ? [{ rule, key, cost }] : [];
  return role === 'guest'
    ? [...counted(rules.guestAddress, address), ...counted(rules.guests, account)]
    : [...counted(rules.account, account), ...counted(rules.address, address)];
}

/** The key of one caller: the account, or for a guest the account with the address. */
export function callerOf({ account, role }: Caller, address: string): string {
  return role === 'guest' ? `${account} ${address}` : account;
}

/** Cache of what recent addresses count as: a call needs it several times, and parsing takes longer than counting. */
const addresses = new LRUCache<string, string>({ max: 1_000 });

/**
 * The address a request counts for: from the socket or a trusted proxy; for IPv6 its /64, which is one customer's. Empty
 * for a client that has left already.
 */
export function addressOf({ ip = '' }: { readonly ip: string | undefined }): string {
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
