import type { AccountId } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { vi } from 'vitest';

/** Resolves when one statement in the database of `pool` waits for a lock. */
export async function untilLockWait(pool: pg.Pool): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitUntil(async () => (await pool.query(waiting)).rowCount === 1, { timeout: 60_000, interval: 10 });
}

/** Calls `run` while an erasure of `account` has not ended yet; returns its result when both have ended. */
export async function duringErasure<Result>(
  vault: pg.Pool,
  account: AccountId,
  run: () => Promise<Result>,
): Promise<Result> {
  const { running } = await inTransaction(vault, async (erasure) => {
    await erasure.query('delete from vault.credential where account = $1', [account]);
    const running = run();
    running.catch(() => {});
    await untilLockWait(vault);
    return { running };
  });
  return running;
}
