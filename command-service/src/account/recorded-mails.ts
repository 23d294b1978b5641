import { type MailCampaign, type MailEvent, streams } from '@anecdotes/contracts';
import { createSystemMetadata } from '../command-metadata.ts';
import { takeUnrecordedMails } from '../mail/asked-by-visitor.ts';
import type { VaultChange } from '../vault/change-vault.ts';
import { type AccountDependencies, decideAccount } from './commands.ts';
import type { AccountCommand, AccountState } from './decider.ts';

const requests: Partial<Record<MailCampaign, AccountCommand>> = {
  'verify-email': { type: 'RequestEmailVerification' },
  'password-reset': { type: 'RequestPasswordReset' },
};

/**
 * Records in the log the mails that visitors requested for the acting account, whose state is `state`: the requests,
 * the mails and their openings, at their original times. Call it only when the owner acts: an earlier event would show
 * that the address has an account.
 */
export async function recordMails(
  deps: Pick<AccountDependencies, 'keys' | 'clock' | 'newId'>,
  change: VaultChange,
  state: AccountState,
): Promise<void> {
  const account = change.metadata.actor.account_id;
  const origin = createSystemMetadata(deps, account);
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
