import type { MailCampaign } from '@anecdotes/contracts';
import type { RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import { mailRules } from '@anecdotes/contracts/server/http/rate-rules';

/** Keeps strangers from flooding somebody's mailbox. The caller is not told that a mail was not sent. */
export type MailLimits = {
  /** Counts a requested mail to the address of an account; false when it must not be sent. */
  allows(campaign: MailCampaign, addressIndex: string): Promise<boolean>;
};

/** Counts with `limiter` the mails of one campaign to one address, and all mails together. */
export function createMailLimits(limiter: RateLimiter): MailLimits {
  return {
    async allows(campaign, addressIndex) {
      const ofAddress = mailRules.perAddress.map((rule) => ({ rule, key: `${campaign} ${addressIndex}` }));
      return (await limiter.consume([...ofAddress, { rule: mailRules.total, key: '' }])) === undefined;
    },
  };
}
