import type { WholeLog } from '@anecdotes/command-service/event-log';
import type { Position } from '@anecdotes/contracts';
import type pg from 'pg';

/** How often the locks are asked for: who changes the vault for longer than they are waited for is rare. */
const TRIES = 5;

/**
 * Begins a transaction of `tx` that sees the vault as it belongs to the log up to the position that is returned: every
 * event up to there has its key, and what a change of the vault told the log is in the log up to there, or still waits
 * among the pending events. `log` is undefined where the log is in the same database.
 */
export async function beginPair(tx: pg.ClientBase, log: WholeLog | undefined): Promise<Position> {
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

/** One snapshot shows both. */
async function readOwnHead(tx: pg.ClientBase): Promise<Position> {
  const { rows } = await tx.query<{ position: Position }>('select position from log.head');
  return rows[0]?.position ?? 0n;
}

/**
 * For the moment that it takes to ask the log for its head, nobody makes a key or changes what an event tells about.
 * The order of the locks is that in which the service takes them; the snapshot is that of the first query behind them.
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
  const { code } = error as { code?: unknown };
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}
