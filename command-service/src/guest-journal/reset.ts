import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { changeAccount, loadAccount } from '../account/commands.ts';
import { createCommandMetadata } from '../command-metadata.ts';
import type { CommandDependencies } from '../handle-command.ts';
import type { AnecdoteKeys } from '../vault/anecdote-keys.ts';
import { forgetAnswers } from '../vault/idempotency.ts';
import type { GuestJournal } from './guest-journal.ts';

export type ResetDependencies = CommandDependencies & {
  readonly guestJournal: GuestJournal;
  readonly anecdoteKeys: AnecdoteKeys;
  readonly vault: pg.Pool;
  /** How long to wait until no process seals under a key that was retired, in milliseconds. */
  readonly keyRetirementMs: number;
};

const HOUR_MS = 3_600_000;

/**
 * Empties the shared journal when it was last emptied, or begun, `hours` ago or earlier; 0 for never. When that was is
 * known from the account's stream, so that any number of processes may ask as often as they like.
 *
 * The keys of what is emptied are destroyed with it. So that nothing that comes after the reset is sealed under one of
 * them, they are retired some time before; what is written in that time has new keys, which go with the next reset.
 */
export async function emptyGuestJournalWhenDue(
  deps: ResetDependencies,
  hours: number,
  signal?: AbortSignal,
): Promise<void> {
  if (hours === 0) return;
  const { guestJournal, anecdoteKeys, vault, clock } = deps;
  const { account } = guestJournal;
  const isDue = async () => {
    const state = await loadAccount(deps, account);
    return state.status === 'registered' && state.journalSince <= dueBefore(clock(), hours);
  };
  if (!(await isDue())) return;
  const retired = await anecdoteKeys.retire(account);
  if (retired.length > 0) await delay(deps.keyRetirementMs, undefined, signal && { signal });

  const metadata = createCommandMetadata(deps, account);
  const at = metadata.at.toISOString();
  const command = { type: 'ResetGuestJournal', dueBefore: dueBefore(metadata.at, hours) } as const;
  const { state } = await changeAccount(deps, metadata, account, command);
  guestJournal.refresh();
  // Where another process was first, it destroys what it has retired.
  if (state.status !== 'registered' || state.journalSince !== at) return;
  await anecdoteKeys.destroyBlocks(retired);
  await vault.query('delete from vault.state_snapshot where subject = $1', [account]);
  await vault.query('delete from vault.operation where account = $1', [account]);
  await forgetAnswers(vault, account);
}

function dueBefore(now: Date, hours: number): string {
  return new Date(now.getTime() - hours * HOUR_MS).toISOString();
}
