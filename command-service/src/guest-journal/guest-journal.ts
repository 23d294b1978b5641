import { type AccountId, type Position, streams } from '@anecdotes/contracts';
import type pg from 'pg';
import type { EventLog } from '../event-log.ts';
import { createGuestQuota } from './guest-quota.ts';

/** The journal that all guests share: it is emptied regularly, and holds a limited number of anecdotes until then. */
export type GuestJournal = {
  readonly account: AccountId;
  /** The position at which the journal of `account` was last emptied: earlier events are ignored. 0 for members. */
  emptiedAt(account: AccountId): Promise<Position>;
  /** Reserves room for one more anecdote of the guest; false when the journal is full. */
  reserveSlot(): Promise<boolean>;
  /** Discards the cached position of the last reset. */
  refresh(): void;
};

/** For this long after another process has emptied the journal, its anecdotes may still count as live here. */
const CACHE_MS = 5_000;
const PAGE = 50;

/** The journal of the guest `account`, which holds at most `max` anecdotes. */
export function createGuestJournal(
  { log, vault }: { log: EventLog; vault: pg.Pool },
  account: AccountId,
  max: number,
): GuestJournal {
  const reserve = createGuestQuota(vault, account, max);
  let known: { emptiedAt: Promise<Position>; until: number } | undefined;

  function emptiedAt(): Promise<Position> {
    if (known === undefined || known.until <= performance.now()) {
      const asked = { emptiedAt: findLastReset(log, account), until: performance.now() + CACHE_MS };
      asked.emptiedAt.catch(() => {
        if (known === asked) known = undefined;
      });
      known = asked;
    }
    return known.emptiedAt;
  }

  return {
    account,
    emptiedAt: async (of) => (of === account ? emptiedAt() : 0n),
    reserveSlot: async () => reserve(await emptiedAt()),
    refresh() {
      known = undefined;
    },
  };
}

async function findLastReset(log: EventLog, account: AccountId): Promise<Position> {
  for (let from: number | undefined; ; ) {
    const page = await log.readStream(streams.account(account), {
      direction: 'backward',
      limit: PAGE,
      ...(from !== undefined && { from }),
    });
    const reset = page.find(({ type }) => type === 'GuestJournalReset');
    const last = page.at(-1);
    if (reset !== undefined || last === undefined || last.revision === 0) return reset?.position ?? 0n;
    from = last.revision - 1;
  }
}
