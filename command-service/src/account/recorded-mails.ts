import { type MailCampaign, type MailEvent, streams } from '@anecdotes/contracts';
import { createCommandMetadata } from '../command-metadata.ts';
import { takeUnrecordedMails } from '../mail/asked-by-visitor.ts';
import type { VaultChange } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount } from './commands.ts';
import type { AccountCommand, AccountState } from './decider.ts';

const requests: Partial<Record<MailCampaign, AccountCommand>> = {
  'verify-email': { type: 'RequestEmailVerification' },
  'password-reset': { type: 'RequestPasswordReset' },
};

/**
 * Records what visitors asked for about the acting account, which is in `state`, and which mails it led to, under the
 * times at which that happened. To be called when the owner acts: before that, it would show whom an address belongs to.
 */
export async function recordMails(
  deps: Pick<AccountDependencies, 'keys' | 'clock' | 'newId'>,
  change: VaultChange,
  state: AccountState,
): Promise<void> {
  const account = change.metadata.actor.account_id;
  const origin = createCommandMetadata(deps, account);
  for (const { id, campaign, recipient, ...times } of await takeUnrecordedMails(deps, change.tx, account)) {
    const request = requests[campaign];
    const asked = request === undefined ? [] : decideAccount(state, request, { at: times.askedAt });
    change.record(streams.account(account), asked, origin);
    const sent: MailEvent = { type: 'MailSent', data: { account, campaign, recipient } };
    const opened: MailEvent = { type: 'MailOpened', data: { account } };
    const mailEvents = [
      { ...sent, at: times.sentAt.toISOString() },
      ...times.openings.map((at) => ({ ...opened, at: at.toISOString() })),
    ];
    change.record(streams.mail(id), mailEvents, origin);
  }
}
