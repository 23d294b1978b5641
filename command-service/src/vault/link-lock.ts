import { Problem } from '@anecdotes/contracts';
import type pg from 'pg';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import { createQueue } from '../concurrency/queue.ts';

/**
 * Runs the decisions on links of one account one after the other, whichever process they come from. `checkHeld` throws
 * UNAVAILABLE when the lock was lost, so that nothing is written that was decided under it.
 */
export type LinkLock = <Result>(
  account: string,
  run: (checkHeld: () => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** Tells these locks from others in the database. */
const LINK_LOCKS = 7_014_311;

/** Of the connections of the vault, one in so many holds the lock of a link. */
const CONNECTIONS_PER_LINK = 4;
/** How many accounts wait for a connection that holds their lock, and how long. */
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 5_000;

/** Passwords and API keys are locked in other ways: nobody waits with them for long chains to be looked through. */
export function createLinkLock(vault: pg.Pool): LinkLock {
  // One of each account waits for a connection, so accounts take turns.
  const byAccount = createKeyedMutex();
  const atOnce = Math.max(1, Math.floor(vault.options.max / CONNECTIONS_PER_LINK));
  const holding = createQueue(atOnce, MAX_WAITING, MAX_WAIT_MS);
  return (account, run) => byAccount(account, () => holding.run(() => whileLocked(vault, account, run)));
}

/** Not `inTransaction`: nothing is written here, so an end that fails takes nothing back of what `run` has done. */
async function whileLocked<Result>(
  vault: pg.Pool,
  account: string,
  run: (checkHeld: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const holder = await vault.connect();
  let failure: Error | undefined;
  // A connection that breaks meanwhile reports it here; the lock is then gone with it.
  const broken = (error: Error) => {
    failure = error;
  };
  holder.on('error', broken);
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1, hashtext($2))', [LINK_LOCKS, account]);
    return await run(async () => {
      try {
        await holder.query('select 1');
      } catch (cause) {
        throw Object.assign(new Problem('UNAVAILABLE', { retryAfter: 1 }), { cause });
      }
    });
  } finally {
    await holder.query('rollback').catch(broken);
    holder.off('error', broken);
    holder.release(failure);
  }
}
