import { setTimeout as delay } from 'node:timers/promises';
import { type AccountId, type Position, Problem } from '@anecdotes/contracts';
import { createGroupCommit } from '@anecdotes/contracts/server/concurrency/group-commit';
import { type MeasuredJournal, measureJournal } from '@anecdotes/contracts/server/journal-lookup';
import type pg from 'pg';
import type { NoRoom } from './anecdote/decider.ts';
import type { LogOverview } from './event-log.ts';
import { unlessErased } from './vault/erased-meanwhile.ts';

/** How much the journal of each member may hold; null for no limit. */
export type QuotaSettings = { readonly anecdotes: number | null; readonly bytes: number | null };

/** The size of the journals of members, counted in the vault for all processes. */
export type JournalQuota = {
  /** Reserves room for one more anecdote of `account`; returns null, or why there is no room. Throws UNAVAILABLE. */
  reserve(account: AccountId): Promise<NoRoom | null>;
  /** Throws the problem if there is no room for `anecdotes` more; reserves nothing. */
  requireRoom(account: AccountId, anecdotes: number): Promise<void>;
  /** Releases the room of anecdotes that are gone or were not created after all. */
  release(account: AccountId, anecdotes: number): Promise<void>;
  /** Adds the bytes that were written. */
  charge(account: AccountId, bytes: number): void;
};

/** Null where there is room; otherwise why there is none. */
type Granted = NoRoom | 'not counted' | null;

type Dependencies = { readonly vault: pg.Pool; readonly log: LogOverview };

const LARGEST_GROUP = 1_000;
/** Longer than any command takes: an anecdote that got room before this is in the log by now, or never will be. */
const SETTLED = '20 seconds';
const RETRY_AFTER_S = 1;
const VIEWS_WAIT_MS = 2_000;
const POLL_MS = 50;
const UNLIMITED = { anecdotes: 2_147_483_647, bytes: 9e15 };

/**
 * The quota of `settings`. A crash can leave the count too high, so it is corrected from the views before a refusal,
 * unless commands on that journal may still be running.
 */
export function createJournalQuota(deps: Dependencies, settings: QuotaSettings): JournalQuota {
  const { vault } = deps;
  const max = { anecdotes: settings.anecdotes ?? UNLIMITED.anecdotes, bytes: settings.bytes ?? UNLIMITED.bytes };

  /** Calls that arrive together are granted together, with one statement per account. */
  const grantOne = createGroupCommit<AccountId, Granted>({
    room: { count: LARGEST_GROUP, bytes: 0 },
    async write(accounts) {
      const answers = new Map<AccountId, { left: number; reason: Granted }>();
      for (const [account, { length }] of Map.groupBy(accounts, (account) => account)) {
        answers.set(account, await grant(vault, account, length, max));
      }
      return accounts.map((account) => {
        const answer = answers.get(account);
        const value = answer !== undefined && answer.left > 0 ? null : (answer?.reason ?? 'not counted');
        if (answer !== undefined) answer.left -= 1;
        return { status: 'fulfilled', value };
      });
    },
  });

  const counting = new Map<AccountId, Promise<boolean>>();
  function countOnce(account: AccountId): Promise<boolean> {
    const running = counting.get(account) ?? count(deps, account).finally(() => counting.delete(account));
    counting.set(account, running);
    return running;
  }

  return {
    async reserve(account) {
      const first = await grantOne(account);
      if (first === null) return null;
      const isCounted = await countOnce(account);
      const second = isCounted || first === 'not counted' ? await grantOne(account) : first;
      if (second === 'not counted') throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
      return second;
    },
    async requireRoom(account, anecdotes) {
      let used = await usedBy(vault, account);
      const lacksRoom = () =>
        used === undefined || (anecdotes > 0 && used.anecdotes + anecdotes > max.anecdotes) || used.bytes >= max.bytes;
      if (lacksRoom() && (await countOnce(account))) used = await usedBy(vault, account);
      if (used === undefined || !lacksRoom()) return;
      if (used.bytes >= max.bytes) throw new Problem('BYTE_QUOTA_REACHED');
      const left = Math.max(0, max.anecdotes - used.anecdotes);
      const message = `Your journal has room for ${left} more anecdotes; this would be ${anecdotes}.`;
      throw new Problem('ANECDOTE_QUOTA_REACHED', { message });
    },
    async release(account, anecdotes) {
      if (anecdotes === 0) return;
      await vault.query({
        name: 'release-room',
        text: 'update vault.journal_use set anecdotes = greatest(0, anecdotes - $2) where account = $1',
        values: [account, anecdotes],
      });
    },
    charge(account, bytes) {
      const charged = vault.query({
        name: 'charge-journal',
        text: `with async_commit as (select set_config('synchronous_commit', 'off', true))
               update vault.journal_use set bytes = bytes + $2 from async_commit where account = $1`,
        values: [account, bytes],
      });
      // The write has succeeded already, so a failure to count it must not fail the command.
      charged.catch(() => {});
    },
  };
}

/** Deletes all counts: without quotas nobody keeps them up to date. */
export async function forgetJournalUse(vault: pg.Pool): Promise<void> {
  await vault.query('delete from vault.journal_use');
}

/** The counts of a journal; undefined for one that was not counted yet. */
async function usedBy(vault: pg.Pool, account: AccountId): Promise<{ anecdotes: number; bytes: bigint } | undefined> {
  const { rows } = await vault.query<{ anecdotes: number; bytes: bigint }>(
    'select anecdotes, bytes from vault.journal_use where account = $1',
    [account],
  );
  return rows[0];
}

/**
 * Reserves room for up to `wanted` anecdotes; returns for how many, and why not for more. Does not wait for the disk: a
 * log in the same database does, later than this, so whatever it acknowledges has been counted on disk too.
 */
async function grant(
  vault: pg.Pool,
  account: AccountId,
  wanted: number,
  max: { anecdotes: number; bytes: number },
): Promise<{ left: number; reason: Granted }> {
  const { rows } = await vault.query<{ granted: number; isOutOfBytes: boolean }>({
    name: 'reserve-room',
    text: `with async_commit as (select set_config('synchronous_commit', 'off', true))
           update vault.journal_use set
             granted = case when bytes >= $4::bigint then 0 else greatest(0, least($2::int, $3::int - anecdotes)) end,
             anecdotes = anecdotes
               + case when bytes >= $4::bigint then 0 else greatest(0, least($2::int, $3::int - anecdotes)) end,
             granted_at = case when bytes < $4::bigint and anecdotes < $3::int then now() else granted_at end
           from async_commit where account = $1
           returning granted, bytes >= $4::bigint as "isOutOfBytes"`,
    values: [account, wanted, max.anecdotes, max.bytes],
  });
  const [row] = rows;
  if (row === undefined) return { left: 0, reason: 'not counted' };
  return { left: row.granted, reason: row.isOutOfBytes ? 'BYTE_QUOTA_REACHED' : 'ANECDOTE_QUOTA_REACHED' };
}

/**
 * Counts a journal in the views, as soon as they show all events of the log. Does nothing if room was granted, or the
 * journal counted, within the time SETTLED. Returns false when nothing was counted. Throws UNAVAILABLE when the views
 * are too far behind for the first count, and UNAUTHENTICATED if the account was erased.
 */
async function count({ vault, log }: Dependencies, account: AccountId): Promise<boolean> {
  const { rows } = await vault.query<{ isSettled: boolean }>(
    `select granted_at < now() - interval '${SETTLED}' as "isSettled" from vault.journal_use where account = $1`,
    [account],
  );
  const [counted] = rows;
  if (counted?.isSettled === false) return false;
  const found = await measureAll(vault, account, await log.head());
  if (found === undefined && counted !== undefined) return false;
  if (found === undefined) throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  await unlessErased(
    vault.query(
      `insert into vault.journal_use as j (account, anecdotes, bytes, granted, granted_at) values ($1, $2, $3, 0, now())
       on conflict (account) do update set anecdotes = excluded.anecdotes, granted_at = now()
       where j.granted_at < now() - interval '${SETTLED}'`,
      [account, found.anecdotes, found.bytes],
    ),
  );
  return true;
}

/** The size of a journal in views that show the log up to `head`; undefined if they do not get there in time. */
async function measureAll(vault: pg.Pool, account: AccountId, head: Position): Promise<MeasuredJournal | undefined> {
  const until = performance.now() + VIEWS_WAIT_MS;
  for (;;) {
    const found = await measureJournal(vault, account);
    if (found === undefined || found.position >= head) return found;
    if (performance.now() > until) return undefined;
    await delay(POLL_MS);
  }
}
