import type { AccountId, CommandId } from '@anecdotes/contracts';
import { createCommandMetadata } from '../command-metadata.ts';
import { recordMail, unrecordedMails } from '../mail/asked-by-visitor.ts';
import { type AccountDependencies, changeAccount } from './commands.ts';
import type { AccountCommand } from './decider.ts';

const requests: Partial<Record<string, AccountCommand>> = {
  'verify-email': { type: 'RequestEmailVerification' },
  'password-reset': { type: 'RequestPasswordReset' },
};

/**
 * Records in the log what visitors asked for about `account` and which mails it led to, under the times at which that
 * happened. To be called when the owner acts: before that, it would show whom an address belongs to.
 */
export async function recordMails(deps: AccountDependencies, account: AccountId): Promise<void> {
  for (const mail of await unrecordedMails(deps.vault, account)) {
    const request = requests[mail.campaign];
    // A command id of its own: done twice, it is recorded once.
    const metadata = {
      ...createCommandMetadata(deps, account),
      commandId: mail.id as string as CommandId,
      at: mail.askedAt,
    };
    if (request !== undefined) await changeAccount(deps, metadata, account, request);
    await recordMail(deps, mail);
  }
}
