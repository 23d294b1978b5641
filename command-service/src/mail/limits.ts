import type { MailCampaign } from '@anecdotes/contracts';
import type { RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { mailRules } from '@anecdotes/contracts/server/http/rate-limit';

/** Keeps strangers from filling somebody's mailbox; whoever asks is not told. */
export type MailLimits = {
  /** Counts a mail that somebody asked for and that has a reader; false when it must not be sent. */
  allows(campaign: MailCampaign, addressIndex: string): boolean;
};

/** Counts with `limiter`: the mails of one campaign to one address, and those of all. */
export function createMailLimits(limiter: RateLimiter): MailLimits {
  return {
    allows(campaign, addressIndex) {
      const isAllowed = mailRules.perAddress.every((rule) => limiter.take(rule, `${campaign} ${addressIndex}`) === 0);
      return isAllowed && limiter.take(mailRules.total, '') === 0;
    },
  };
}
