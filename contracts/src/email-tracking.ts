import { z } from 'zod';
import { defineEvent, type EventsOf } from './event.ts';
import { AccountId } from './ids.ts';

/** The kinds of mail that the product sends. */
export const MailCampaign = z.enum([
  'verify-email',
  'password-reset',
  'account-exists',
  'password-changed',
  'new-session',
]);
export type MailCampaign = z.infer<typeof MailCampaign>;

/* The names and fields here are the storage format; see anecdote/events.ts. */

export const mailEvents = {
  MailSent: defineEvent({
    type: 'MailSent',
    version: 1,
    stream: 'mail',
    inHistory: false,
    since: '2026-11-20',
    description: 'A mail was sent.',
    clear: { account: AccountId, campaign: MailCampaign },
    personal: { recipient: z.string() },
  }),
  MailOpened: defineEvent({
    type: 'MailOpened',
    version: 1,
    stream: 'mail',
    inHistory: false,
    since: '2026-11-20',
    description: 'A mail was opened; recorded once a minute at most, and at most 1,000 times.',
    clear: { account: AccountId },
    personal: {},
  }),
};

export type MailEvent = EventsOf<typeof mailEvents>;

/** An item of `GET /email-tracking/stats`: one mail and how often it was opened. */
export const EmailTrackingStat = z.object({
  recipient_email: z.string(),
  campaign_name: z.string(),
  sent_at: z.iso.datetime(),
  first_opened_at: z.iso.datetime().nullable(),
  last_opened_at: z.iso.datetime().nullable(),
  open_count: z.int(),
});
export type EmailTrackingStat = z.infer<typeof EmailTrackingStat>;

/** An item of `GET /dev/mailbox` with `Accept: application/json`. */
export const LocalMail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  campaign: MailCampaign,
  sent_at: z.iso.datetime(),
});
export type LocalMail = z.infer<typeof LocalMail>;
