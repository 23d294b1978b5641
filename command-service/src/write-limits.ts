import type { Principal } from '@anecdotes/contracts/server/auth/authentication';
import {
  batchItemRules,
  bytesPerDay,
  enforce,
  type RateLimiter,
  type RateRule,
  type Take,
} from '@anecdotes/contracts/server/http/rate-limit';
import type { JournalQuota } from './journal-quota.ts';

/** Who writes, and from where as far as that is known. */
type Writer = { readonly principal: Pick<Principal, 'account' | 'role'>; readonly address: string | undefined };

/** Limits of what is written, beside those of how often something is called. */
export type WriteLimits = {
  /** What must be left of the day's bytes before a call that writes. */
  bytesLeft(writer: Writer): Take[];
  /** Throws DAILY_LIMIT_REACHED when nothing is left of the day's bytes. */
  requireBytes(writer: Writer): Promise<void>;
  /** Counts the items of a batch. Throws RATE_LIMITED. */
  countItems(writer: Writer, items: number): Promise<void>;
  /** Counts what a call has written. */
  chargeBytes(writer: Writer, bytes: number): void;
};

/** How many bytes a day may be written. */
export type DailyBytes = {
  readonly account: number;
  /** By all guests together. */
  readonly guests: number;
  readonly guestAddress: number;
};

/** The least that a call counts for; an event has so much beside its texts. */
const LEAST_BYTES = 500;

/** Also tells `quota` what members write. */
export function createWriteLimits(limiter: RateLimiter, daily: DailyBytes, quota?: JournalQuota): WriteLimits {
  const byteRules = {
    account: bytesPerDay('bytes', daily.account),
    guests: bytesPerDay('guests bytes', daily.guests),
    guestAddress: bytesPerDay('guest bytes', daily.guestAddress),
  };
  const bytesOf = (writer: Writer, cost: number) => takesOf(byteRules, writer, cost);
  return {
    bytesLeft: (writer) => bytesOf(writer, 0),
    requireBytes: (writer) => enforce(limiter, bytesOf(writer, 0)),
    countItems: (writer, items) => enforce(limiter, takesOf(batchItemRules, writer, items)),
    chargeBytes(writer, bytes) {
      const cost = Math.max(bytes, LEAST_BYTES);
      limiter.charge(bytesOf(writer, cost));
      if (writer.principal.role === 'member') quota?.charge(writer.principal.account, cost);
    },
  };
}

function takesOf(
  rules: Readonly<Record<keyof DailyBytes, RateRule>>,
  { principal, address }: Writer,
  cost: number,
): Take[] {
  const { account, role } = principal;
  if (role === 'member') return [{ rule: rules.account, key: account, cost }];
  const guests = { rule: rules.guests, key: account, cost };
  return address === undefined ? [guests] : [{ rule: rules.guestAddress, key: address, cost }, guests];
}
