import type pg from 'pg';
import { createKeyedMutex, type KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { createQueue } from '../concurrency/queue.ts';

/** Tells these locks from others in the database. */
const LOCKS = 7_014_310;
/** Whoever holds a lock keeps one connection and needs others meanwhile. */
const HELD_AT_ONCE = 2;

/**
 * Runs what is handed in under the same account one after the other, whichever process it comes from: for what is
 * decided on more than the one stream that it changes.
 */
export function createAccountLock(vault: pg.Pool): KeyedMutex {
  const byAccount = createKeyedMutex();
  const holding = createQueue(HELD_AT_ONCE);
  return (account, run) => byAccount(account, () => holding.run(() => whileLocked(vault, account, run)));
}

/** Not `inTransaction`: nothing is written here, so an end that fails takes nothing back of what `run` has done. */
async function whileLocked<Result>(vault: pg.Pool, account: string, run: () => Promise<Result>): Promise<Result> {
  const holder = await vault.connect();
  let failure: Error | undefined;
  // A connection that breaks meanwhile reports it here; the lock is then gone with it.
  const broken = (error: Error) => {
    failure = error;
  };
  holder.on('error', broken);
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCKS, account]);
    return await run();
  } finally {
    await holder.query('rollback').catch(broken);
    holder.off('error', broken);
    holder.release(failure);
  }
}
