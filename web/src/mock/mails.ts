import type { MailCampaign } from '@anecdotes/contracts';
import type { Mock } from './context.ts';
import { randomToken } from './ids.ts';
import type { MockAccount, MockLink } from './tables.ts';

const MINUTE_MS = 60_000;

type Mail = { readonly subject: string; readonly path: string };

const mails: Record<Exclude<MailCampaign, 'new-session'>, Mail> = {
  'verify-email': { subject: 'Verify your email address', path: '/verify-email' },
  'password-reset': { subject: 'Reset your password', path: '/reset-password' },
  'account-exists': { subject: 'You already have an account', path: '/auth?mode=login' },
  'password-changed': { subject: 'Your password was changed', path: '/auth?mode=login' },
};

const lives: Record<MockLink['purpose'], number> = { 'verify-email': 24 * 60, 'password-reset': 30 };

/** Notes that a mail was sent to the owner of `account` and hands it over. */
export function mailTo(mock: Mock, account: MockAccount, campaign: keyof typeof mails): void {
  const { tables, clock, deliver } = mock;
  if (account.email === null) return;
  const now = clock();
  const { subject, path } = mails[campaign];
  let link = path;
  if (campaign === 'verify-email' || campaign === 'password-reset') {
    const token = randomToken(32);
    const expires_at = new Date(now.getTime() + lives[campaign] * MINUTE_MS).toISOString();
    const others = tables.links.all().filter((kept) => kept.account !== account.account || kept.purpose !== campaign);
    tables.links.replace([...others, { token, account: account.account, purpose: campaign, expires_at }]);
    link += `?token=${token}`;
  }
  const unread = { first_opened_at: null, last_opened_at: null, open_count: 0 };
  const sent = { recipient_email: account.email, campaign_name: campaign, sent_at: now.toISOString() };
  tables.mails.replace([...tables.mails.all(), { account: account.account, ...sent, ...unread }]);
  deliver({ to: account.email, subject, link });
}

/** The account of a mailed link, which stays good; undefined for one that is none. */
export function findLinked({ tables, clock }: Mock, token: string, purpose: MockLink['purpose']) {
  const now = clock().toISOString();
  const link = tables.links.all().find((kept) => kept.token === token && kept.purpose === purpose);
  return link && link.expires_at > now
    ? tables.accounts.all().find(({ account }) => account === link.account)
    : undefined;
}

/** Makes a mailed link of no further use. */
export function spend({ tables }: Mock, token: string): void {
  tables.links.replace(tables.links.all().filter((kept) => kept.token !== token));
}
