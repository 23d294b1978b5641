import type { WholeLog } from '@anecdotes/command-service/event-log';
import type { Position } from '@anecdotes/contracts';
import { sqlStateOf } from '@anecdotes/contracts/server/postgres/sql-state';
import type pg from 'pg';

/** How often taking the locks is tried: transactions that hold them for longer than the lock timeout are rare. */
const TRIES = 5;

/**
 * Begins a transaction of `tx` that sees the vault in a state consistent with the log up to the returned position:
 * every event up to there has its key, and each event about a change of the vault is either in the log up to there or
 * still a pending event. `log` is undefined where the log is in the same database.
 */
export async function beginConsistentRead(tx: pg.ClientBase, log: WholeLog | undefined): Promise<Position> {
  for (let tried = 1; ; tried += 1) {
    await tx.query(
      `begin isolation level repeatable read read only;
       set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`,
    );
    try {
      return log === undefined ? await readOwnHead(tx) : await readHeadAlone(tx, log);
    } catch (error) {
      await tx.query('rollback');
      if (tried === TRIES || !isBusy(error)) throw error;
    }
  }
}

/** One snapshot of the database shows both log and vault. */
async function readOwnHead(tx: pg.ClientBase): Promise<Position> {
  const { rows } = await tx.query<{ position: Position }>('select position from log.head');
  return rows[0]?.position ?? 0n;
}

/**
 * While the log is asked for its head, the locks keep others from writing keys and pending events. The service takes
 * them in the same order. The snapshot of the transaction is taken by the first query after the locks.
 */
async function readHeadAlone(tx: pg.ClientBase, log: WholeLog): Promise<Position> {
  await tx.query('savepoint before_locks');
  await tx.query('lock table vault.anecdote_key_block, vault.subject_key, vault.pending_event in share mode');
  await tx.query('select from vault.log');
  const head = await log.head();
  await tx.query('rollback to savepoint before_locks');
  return head;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

function isBusy(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlStateOf(error));
}
