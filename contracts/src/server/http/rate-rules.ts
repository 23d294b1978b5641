import type { RateRule } from './rate-limit.ts';

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
