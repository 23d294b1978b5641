import type { MailCampaign } from '@anecdotes/contracts';
import type { RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { mailRules } from '@anecdotes/contracts/server/http/rate-limit';

/** Keeps strangers from filling somebody's mailbox; whoever asks is not told. */
export type MailLimits = {
  /** Counts a mail that somebody asked for and that has a reader; false when it must not be sent. */
  allows(campaign: MailCampaign, addressIndex: string): Promise<boolean>;
};

/** Counts with `limiter`: the mails of one campaign to one address, and those of all. */
export function createMailLimits(limiter: RateLimiter): MailLimits {
  return {
    async allows(campaign, addressIndex) {
      const ofAddress = mailRules.perAddress.map((rule) => ({ rule, key: `${campaign} ${addressIndex}` }));
      return (await limiter.take([...ofAddress, { rule: mailRules.total, key: '' }])) === undefined;
    },
  };
}
