import { type MailCampaign, Problem } from '@anecdotes/contracts';
import type { Mock } from './call.ts';
import type { MockAccount, MockMail } from './tables.ts';

type Mail = { readonly subject: string; readonly link: (token: string) => string };

const mails: Record<Exclude<MailCampaign, 'new-session'>, Mail> = {
  'verify-email': { subject: 'Verify your email address', link: (token) => `/verify-email?token=${token}` },
  'password-reset': { subject: 'Reset your password', link: (token) => `/reset-password?token=${token}` },
  'account-exists': { subject: 'You already have an account', link: () => '/auth?mode=login' },
  'password-changed': { subject: 'Your password was changed', link: () => '/auth?mode=login' },
};

/** The lifetime of the link in a mail, in hours, and the problem of an invalid link. */
const links = {
  'verify-email': { hours: 24, problem: 'VERIFICATION_LINK_INVALID' },
  'password-reset': { hours: 0.5, problem: 'RESET_LINK_INVALID' },
} as const;

/** Stores and delivers a mail to `owner`; does nothing without an address. */
export function mailTo({ tables, onMail }: Mock, owner: MockAccount, campaign: keyof typeof mails): void {
  const { account, email } = owner;
  if (email === null) return;
  const id = crypto.randomUUID();
  const { subject, link } = mails[campaign];
  const sent = { recipient_email: email, campaign_name: campaign, sent_at: new Date().toISOString() };
  tables.mails.put({ id, account, ...sent, first_opened_at: null, last_opened_at: null, open_count: 0 });
  onMail({ to: email, subject, link: link(id) });
}

/** The mail whose link contains `token`, and its account. Throws the problem of an invalid link. */
export function findLinked({ tables }: Mock, token: string, campaign: keyof typeof links) {
  const { hours, problem } = links[campaign];
  const since = new Date(Date.now() - hours * 60 * 60_000).toISOString();
  const isRequestedMail = (mail: MockMail) => mail.id === token && mail.campaign_name === campaign;
  const mail = tables.mails.all().find((mail) => isRequestedMail(mail) && mail.sent_at > since);
  const account = tables.accounts.all().find(({ id }) => id === mail?.account);
  if (mail === undefined || account === undefined) throw new Problem(problem);
  return { mail, account };
}
