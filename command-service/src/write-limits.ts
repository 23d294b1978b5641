import { type Principal, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import {
  addressOf,
  enforceLimits,
  type RateLimiter,
  type Usage,
  usagesOf,
} from '@anecdotes/contracts/server/http/rate-limit';
import { batchItemRules, bytesPerDay } from '@anecdotes/contracts/server/http/rate-rules';
import type { FastifyRequest } from 'fastify';
import type { JournalQuota } from './journal-quota.ts';

/** Who writes, and from which IP address, if that is known. */
type Writer = { readonly principal: Pick<Principal, 'account' | 'role'>; readonly address: string | undefined };

/** The writer who sent a request. */
export function writerOf(request: FastifyRequest): Writer & { readonly address: string } {
  return { principal: principalOf(request), address: addressOf(request) };
}

/** Limits on how much is written, in addition to those on how often routes are called. */
export type WriteLimits = {
  /** The limits that a writing call must pass first: some of the daily bytes must be left. */
  bytesLeft(writer: Writer): Usage[];
  /** Throws DAILY_LIMIT_REACHED when none of the daily bytes are left. */
  requireBytes(writer: Writer): Promise<void>;
  /** Counts the items of a batch. Throws RATE_LIMITED. */
  countItems(writer: Writer, items: number): Promise<void>;
  /** Counts the bytes that a call has written. */
  chargeBytes(writer: Writer, bytes: number): void;
};

/** How many bytes may be written per day. */
export type DailyBytes = {
  readonly account: number;
  /** By all guests together. */
  readonly guests: number;
  readonly guestAddress: number;
};

/** The minimum that a call is charged: about the size of an event without its texts. */
const LEAST_BYTES = 500;

/** Counts with `limiter`; bytes of members are charged to `quota` as well. */
export function createWriteLimits(limiter: RateLimiter, daily: DailyBytes, quota?: JournalQuota): WriteLimits {
  const byteRules = {
    account: bytesPerDay('bytes', daily.account),
    guests: bytesPerDay('guests bytes', daily.guests),
    guestAddress: bytesPerDay('guest bytes', daily.guestAddress),
  };
  const bytesOf = ({ principal, address }: Writer, cost: number) => usagesOf(byteRules, principal, address, cost);
  return {
    bytesLeft: (writer) => bytesOf(writer, 0),
    requireBytes: (writer) => enforceLimits(limiter, bytesOf(writer, 0)),
    countItems: ({ principal, address }, items) =>
      enforceLimits(limiter, usagesOf(batchItemRules, principal, address, items)),
    chargeBytes(writer, bytes) {
      const cost = Math.max(bytes, LEAST_BYTES);
      limiter.charge(bytesOf(writer, cost));
      if (writer.principal.role === 'member') quota?.charge(writer.principal.account, cost);
    },
  };
}
