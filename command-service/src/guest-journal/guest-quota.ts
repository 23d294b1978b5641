import type { AccountId, Position } from '@anecdotes/contracts';
import type pg from 'pg';
import { createGroupCommit } from '../concurrency/group-commit.ts';

/**
 * Places for anecdotes in a journal, counted in the vault for all processes. A place that was taken and then not used
 * stays taken until the journal is emptied: there are never more anecdotes than places.
 */
export type Places = {
  /** Takes one in the period that began at `since`; false when none is left. */
  take(since: Position): Promise<boolean>;
};

const LARGEST_GROUP = 1_000;

/** `most` places for the journal of `account`. What arrives together is counted together. */
export function createPlaces(vault: pg.Pool, account: AccountId, most: number): Places {
  const take = createGroupCommit<Position, boolean>({
    cap: LARGEST_GROUP,
    async write(begins) {
      let since: Position = 0n;
      for (const begin of begins) if (begin > since) since = begin;
      const granted = await grant(vault, { account, most, since, wanted: begins.length });
      return begins.map((_, index) => ({ status: 'fulfilled', value: index < granted }));
    },
  });
  return { take };
}

/**
 * Counts up to `wanted` places as taken; answers how many. Does not wait for the disk: a log in the same database does,
 * and what it has acknowledged was counted before.
 */
async function grant(
  vault: pg.Pool,
  { account, most, since, wanted }: { account: AccountId; most: number; since: Position; wanted: number },
): Promise<number> {
  const { rows } = await vault.query<{ granted: number }>({
    name: 'take-places',
    text: `with lazily as (select set_config('synchronous_commit', 'off', true))
           insert into vault.guest_journal as j (account, since, used, granted)
           select $1::uuid, $2::bigint, least($3::int, $4::int), least($3::int, $4::int) from lazily
           on conflict (account) do update set
             since = greatest(j.since, excluded.since),
             used = case when j.since < excluded.since then excluded.used
                         else j.used + greatest(0, least($3::int, $4::int - j.used)) end,
             granted = case when j.since < excluded.since then excluded.granted
                            else greatest(0, least($3::int, $4::int - j.used)) end
           returning granted`,
    values: [account, since, wanted, most],
  });
  return rows[0]?.granted ?? 0;
}
