import { type AccountId, Problem } from '@anecdotes/contracts';
import type { GuestJournal } from '../guest-journal/guest-journal.ts';
import type { JournalQuota } from '../journal-quota.ts';
import type { VersionedState } from '../load-state.ts';
import type { AnecdoteState, NoRoom } from './decider.ts';

type Dependencies = { readonly guestJournal: GuestJournal; readonly quota?: JournalQuota };

/**
 * Hears of the state that a command is decided on, each time it is; takes room for one more anecdote where the command
 * `needsRoom`, and returns why there is none.
 */
type Room = (state: AnecdoteState, needsRoom: boolean) => Promise<NoRoom | null>;

/** Runs a command on one anecdote of `account`, and gives back the room that it took and did not use, or has freed. */
export async function inRoom(
  { guestJournal, quota }: Dependencies,
  account: AccountId,
  run: (room: Room) => Promise<VersionedState<AnecdoteState>>,
): Promise<VersionedState<AnecdoteState>> {
  let taken = 0;
  let before: AnecdoteState | undefined;
  const giveBack = async (anecdotes: number) => {
    // What stays counted too much is corrected before anybody is refused for it.
    if (anecdotes > 0) await quota?.giveBack(account, anecdotes).catch(() => {});
  };
  const room: Room = async (state, needsRoom) => {
    before = state;
    if (account === guestJournal.account) {
      const isFull = state.status === 'absent' && needsRoom && !(await guestJournal.reserveSlot(account));
      return isFull ? 'ANECDOTE_LIMIT_REACHED' : null;
    }
    if (!needsRoom || quota === undefined) return null;
    const noRoom = await quota.take(account);
    if (noRoom === null) taken += 1;
    return noRoom;
  };
  try {
    const after = await run(room);
    if (before !== undefined && quota !== undefined) await giveBack(taken - (held(after.state) - held(before)));
    return after;
  } catch (error) {
    // After any other error it may have been made all the same.
    if (error instanceof Problem && error.status < 500) await giveBack(taken);
    throw error;
  }
}

/** For how many an anecdote takes room; in the trash for none. */
function held({ status }: AnecdoteState): number {
  return status === 'live' ? 1 : 0;
}
