import { changeAccount } from '../account/commands.ts';
import { createCommandMetadata } from '../command-metadata.ts';
import type { CommandDependencies } from '../handle-command.ts';
import type { GuestJournal } from './guest-journal.ts';

export type ResetDependencies = CommandDependencies & { readonly guestJournal: GuestJournal };

const HOUR_MS = 3_600_000;

/**
 * Empties the shared journal when it was last emptied, or begun, `hours` ago or earlier; 0 for never. When that was is
 * known from the account's stream, so that any number of processes may ask as often as they like.
 */
export async function emptyGuestJournalWhenDue(deps: ResetDependencies, hours: number): Promise<void> {
  if (hours === 0) return;
  const { guestJournal } = deps;
  const metadata = createCommandMetadata(deps, guestJournal.account);
  const dueBefore = new Date(metadata.at.getTime() - hours * HOUR_MS).toISOString();
  await changeAccount(deps, metadata, guestJournal.account, { type: 'ResetGuestJournal', dueBefore });
  guestJournal.refresh();
}
