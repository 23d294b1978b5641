import type { AccountId, Position } from '@anecdotes/contracts';
import { createGroupCommit } from '@anecdotes/contracts/server/concurrency/group-commit';
import type pg from 'pg';

/** Reserves room for one anecdote in the period that began at `since`; false when the journal is full. */
type GuestQuota = (since: Position) => Promise<boolean>;

const LARGEST_GROUP = 1_000;
/** Stored as `since` after the positions of the log have changed; the next reservation then continues the count. */
export const UNKNOWN_SINCE = -1;

/**
 * A quota of `max` anecdotes for the journal of `account`, counted in the vault for all processes; calls that arrive
 * together are counted together. A reservation that was not used stays counted until the journal is emptied, so there
 * are never more anecdotes than the quota.
 */
export function createGuestQuota(vault: pg.Pool, account: AccountId, max: number): GuestQuota {
  return createGroupCommit<Position, boolean>({
    room: { count: LARGEST_GROUP, bytes: 0 },
    async write(begins) {
      let since: Position = 0n;
      for (const begin of begins) if (begin > since) since = begin;
      const granted = await grant(vault, { account, max, since, wanted: begins.length });
      return begins.map((_, index) => ({ status: 'fulfilled', value: index < granted }));
    },
  });
}

/**
 * Reserves room for up to `wanted` anecdotes; returns for how many. Does not wait for the disk: a log in the same
 * database does, later than this, so whatever it acknowledges has been counted on disk too.
 */
async function grant(
  vault: pg.Pool,
  { account, max, since, wanted }: { account: AccountId; max: number; since: Position; wanted: number },
): Promise<number> {
  const { rows } = await vault.query<{ granted: number }>({
    name: 'reserve-guest-quota',
    text: `with async_commit as (select set_config('synchronous_commit', 'off', true))
           insert into vault.guest_journal as j (account, since, used, granted)
           select $1::uuid, $2::bigint, least($3::int, $4::int), least($3::int, $4::int) from async_commit
           on conflict (account) do update set
             since = greatest(j.since, excluded.since),
             used = case when j.since <> $5::bigint and j.since < excluded.since then excluded.used
                         else j.used + greatest(0, least($3::int, $4::int - j.used)) end,
             granted = case when j.since <> $5::bigint and j.since < excluded.since then excluded.granted
                            else greatest(0, least($3::int, $4::int - j.used)) end
           returning granted`,
    values: [account, since, wanted, max, UNKNOWN_SINCE],
  });
  return rows[0]?.granted ?? 0;
}
