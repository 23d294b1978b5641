import { Problem } from '@anecdotes/contracts';
import { rollBack } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import { createQueue } from '../concurrency/queue.ts';

/**
 * Runs the decisions on links of one account one after the other, across all processes. `checkHeld` throws UNAVAILABLE
 * when the lock was lost; it is called before each write, so that no decision is written without the lock.
 */
export type LinkLock = <Result>(
  account: string,
  run: (checkHeld: () => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** Distinguishes these advisory locks from others in the database. */
const LINK_LOCKS = 7_014_311;

/** At most one in this many connections of the vault holds such a lock. */
const CONNECTIONS_PER_LINK = 4;
/** How many accounts may wait for a connection to hold their lock, and for how long. */
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 5_000;

/** Passwords and API keys have other locks, so that their changes do not wait while a long chain is read. */
export function createLinkLock(vault: pg.Pool): LinkLock {
  // At most one call per account waits for a connection, so that accounts take turns.
  const byAccount = createKeyedMutex();
  const atOnce = Math.max(1, Math.floor(vault.options.max / CONNECTIONS_PER_LINK));
  const holding = createQueue(atOnce, MAX_WAITING, MAX_WAIT_MS);
  return (account, run) => byAccount(account, () => holding.run(() => whileLocked(vault, account, run)));
}

/** Does not use `inTransaction`: this transaction writes nothing, so `run` has succeeded even if its end fails. */
async function whileLocked<Result>(
  vault: pg.Pool,
  account: string,
  run: (checkHeld: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const holder = await vault.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1, hashtext($2))', [LINK_LOCKS, account]);
    return await run(async () => {
      try {
        await holder.query('select 1');
      } catch (cause) {
        throw new Problem('UNAVAILABLE', { retryAfter: 1 }, { cause });
      }
    });
  } finally {
    await rollBack(holder);
  }
}
