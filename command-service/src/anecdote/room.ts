import { type AccountId, Problem } from '@anecdotes/contracts';
import type { GuestJournal } from '../guest-journal/guest-journal.ts';
import type { JournalQuota } from '../journal-quota.ts';
import type { VersionedState } from '../load-state.ts';
import type { AnecdoteState, NoRoom } from './decider.ts';

type Dependencies = { readonly guestJournal: GuestJournal; readonly quota?: JournalQuota | undefined };

/**
 * Called with the state before every decision of a command. If the command `needsRoom`, reserves room for one more
 * anecdote; returns null, or why there is no room.
 */
type ReserveRoom = (state: AnecdoteState, needsRoom: boolean) => Promise<NoRoom | null>;

/** Runs a command on one anecdote of `account`, then releases the room that it reserved but did not use, or freed. */
export async function withQuota(
  { guestJournal, quota }: Dependencies,
  account: AccountId,
  run: (reserveRoom: ReserveRoom) => Promise<VersionedState<AnecdoteState>>,
): Promise<VersionedState<AnecdoteState>> {
  let reserved = 0;
  let before: AnecdoteState | undefined;
  const release = async (anecdotes: number) => {
    // If this fails, the count is too high; it is corrected before a refusal.
    if (anecdotes > 0) await quota?.release(account, anecdotes).catch(() => {});
  };
  const reserveRoom: ReserveRoom = async (state, needsRoom) => {
    before = state;
    if (account === guestJournal.account) {
      const isFull = state.status === 'absent' && needsRoom && !(await guestJournal.reserveSlot());
      return isFull ? 'ANECDOTE_LIMIT_REACHED' : null;
    }
    if (!needsRoom || quota === undefined) return null;
    const noRoom = await quota.reserve(account);
    if (noRoom === null) reserved += 1;
    return noRoom;
  };
  try {
    const after = await run(reserveRoom);
    if (before !== undefined) await release(reserved - (countOf(after.state) - countOf(before)));
    return after;
  } catch (error) {
    // After any other error the anecdote may have been created all the same.
    if (error instanceof Problem && error.status < 500) await release(reserved);
    throw error;
  }
}

/** How many anecdotes a state counts as: 1 while it is live, 0 in the trash. */
function countOf({ status }: AnecdoteState): number {
  return status === 'live' ? 1 : 0;
}
