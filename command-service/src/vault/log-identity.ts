import type { EventId, Position, StoredEvent } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type pg from 'pg';
import type { LogOverview } from '../event-log.ts';
import { UNKNOWN_SINCE } from '../guest-journal/guest-quota.ts';

/*
 * A vault belongs to one log, and recognises it by the id of its first event: that is random in every new log, and the
 * same in a copy of the log. Positions in a copy may differ.
 */

/** The log that a vault belongs to. */
export type KnownLog = {
  readonly firstEvent: EventId;
  readonly firstPosition: Position;
  /** The position up to which the erasures in the log were applied to this vault. */
  readonly erasedThrough: Position;
  /** The number of erasures in this vault. A smaller number than before means that it is an older vault. */
  readonly erasures: bigint;
};

/** Why a vault and a log do not belong together, as a sentence; undefined if they do. */
export function mismatchOf(known: KnownLog | undefined, first: StoredEvent | undefined): string | undefined {
  if (known === undefined) return 'The vault in this database has lost the log that it belongs to.';
  if (first === undefined) return 'The event log is empty, but the vault in this database belongs to one that is not.';
  if (first.id !== known.firstEvent) return 'The vault in this database belongs to another event log.';
  return undefined;
}

/** The log that `vault` belongs to; undefined before its first event. */
export async function knownLog(vault: pg.Pool): Promise<KnownLog | undefined> {
  const { rows } = await vault.query<KnownLog>({
    name: 'known-log',
    text: `select first_event as "firstEvent", first_position as "firstPosition", erased_through as "erasedThrough",
             erasures from vault.log`,
  });
  return rows[0];
}

/**
 * Counts an erasure in the vault. Call it only if something was erased, so that applying one again is not counted, and
 * call it last, because this row is locked until the end of the transaction and all erasures need it.
 */
export async function countErasure(tx: pg.ClientBase): Promise<void> {
  await tx.query('update vault.log set erasures = erasures + 1');
}

/**
 * Checks that `vault` and `log` belong together, and joins them if the log is new or the vault is from a version that
 * did not store its log. Throws ConfigurationError, which says in one line what is wrong.
 */
export async function joinVaultAndLog({ vault, log }: { vault: pg.Pool; log: LogOverview }): Promise<void> {
  const [known, first] = [await knownLog(vault), await log.readFirst()];
  const fault = known === undefined ? await faultOfNewPair(vault, first) : mismatchOf(known, first);
  if (fault !== undefined) {
    throw new ConfigurationError(`${fault} Check DATABASE_URL and EVENTSTORE_URL, or restore both from one backup.`);
  }
  if (first === undefined) return;
  if (known !== undefined && known.firstPosition !== first.position) {
    await inTransaction(vault, async (tx) => {
      await forgetPositions(tx);
      await tx.query('update vault.log set first_position = $2 where first_event = $1', [first.id, first.position]);
    });
  }
  await vault.query(
    `insert into vault.log (first_event, first_position, erased_through) values ($1, $2, 0) on conflict do nothing`,
    [first.id, first.position],
  );
}

/**
 * Resets all positions of the log that the vault has stored, because they are wrong for a copy of the log. The count of
 * the guest's anecdotes continues: it may be too high until their journal is emptied next, but never too low.
 */
export async function forgetPositions(tx: pg.ClientBase): Promise<void> {
  await tx.query('update vault.log set erased_through = 0');
  await tx.query('update vault.guest_journal set since = $1', [UNKNOWN_SINCE]);
  await tx.query('update vault.operation set position = 0, started_after = 0');
  await tx.query('delete from vault.state_snapshot');
}

/**
 * Why a vault that has no log yet cannot be joined with one that begins with `first`. An empty log fits as long as
 * nobody has registered; another one fits if the vault has a key of the actor of its first event.
 */
async function faultOfNewPair(vault: pg.Pool, first: StoredEvent | undefined): Promise<string | undefined> {
  if (first === undefined) {
    const { rowCount } = await vault.query("select from vault.credential where role = 'member' limit 1");
    return rowCount === 0 ? undefined : 'The event log is empty, but the vault in this database is not.';
  }
  const { rowCount } = await vault.query('select from vault.subject_key where subject = $1', [
    first.metadata.actor?.account_id,
  ]);
  return rowCount === 1
    ? undefined
    : 'The event log is not empty, but the vault in this database has no key of the account in its first event.';
}
