import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { changeAccount, loadAccount } from '../account/commands.ts';
import { isResetDue, type ResetDue } from '../account/decider.ts';
import { createSystemMetadata } from '../command-metadata.ts';
import type { CommandDependencies } from '../handle-command.ts';
import type { AnecdoteKeys } from '../vault/anecdote-keys.ts';
import { forgetAnswers } from '../vault/idempotency.ts';
import type { GuestJournal } from './guest-journal.ts';

export type ResetDependencies = CommandDependencies & {
  readonly guestJournal: GuestJournal;
  readonly anecdoteKeys: AnecdoteKeys;
  readonly vault: pg.Pool;
  /** The milliseconds after which no process seals under a retired key any more. */
  readonly keyRetirementMs: number;
};

const HOUR_MS = 3_600_000;

/**
 * Empties the guest's journal if it was created or last emptied at least `hours` ago; 0 for never. The account's stream
 * says when that was, so any number of processes may call this at any time.
 *
 * The keys of the anecdotes are destroyed. They are retired some time before the reset, so that nothing after it is
 * sealed under one of them; what is written in that time has new keys, which are destroyed at the next reset.
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
    return state.status === 'registered' && isResetDue(state.journalSince, resetDue(clock(), hours));
  };
  if (!(await isDue())) return;
  const retired = await anecdoteKeys.retire(account);
  if (retired.length > 0) await delay(deps.keyRetirementMs, undefined, signal && { signal });

  const metadata = createSystemMetadata(deps, account);
  const at = metadata.at.toISOString();
  const command = { type: 'ResetGuestJournal', ...resetDue(metadata.at, hours) } as const;
  const { state } = await changeAccount(deps, metadata, account, command);
  guestJournal.refresh();
  // If another process was first, that one destroys the keys that it has retired.
  if (state.status !== 'registered' || state.journalSince !== at) return;
  await anecdoteKeys.destroyBlocks(retired);
  await vault.query('delete from vault.state_snapshot where subject = $1', [account]);
  await vault.query('delete from vault.operation where account = $1 and started_at < $2', [account, at]);
  await forgetAnswers(vault, account);
}

function resetDue(now: Date, hours: number): ResetDue {
  const after = (count: number) => new Date(now.getTime() + count * HOUR_MS).toISOString();
  return { dueBefore: after(-hours), dueAfter: after(hours) };
}
