import type { AccountId, Actor, AnecdoteId, CommandId, Origin, Position } from '@anecdotes/contracts';
import type pg from 'pg';

/** An operation as table `vault.operation` keeps it. */
export type StoredOperation = {
  readonly id: CommandId;
  readonly account: AccountId;
  readonly kind: 'tags' | 'undo';
  /** The TagChange, sealed under the account's key. */
  readonly change: string;
  readonly undoes: string | null;
  readonly anecdotes: readonly AnecdoteId[];
  /** Who sent the call, in the clear: nothing personal. */
  readonly sender: { readonly actor: Actor; readonly origin: Origin; readonly correlationId: string };
};

/** What has become of a stretch of its anecdotes. */
export type Progress = {
  readonly done: number;
  readonly changed: number;
  readonly failed: number;
  readonly position: Position;
};

/** Whoever took an operation has it for so long after each step; then anybody may go on with it. */
const LEASE = '15 seconds';
/** What could not go on is tried again after this time. */
const PAUSE = '1 second';

/**
 * Keeps an operation to be run, unless it is kept already. False when it cannot be: its account has one that runs, or
 * what it would undo is being undone.
 */
export async function insertOperation(
  vault: pg.Pool | pg.ClientBase,
  operation: StoredOperation,
  at: Date,
): Promise<boolean> {
  const { id, account, kind, change, undoes, anecdotes, sender } = operation;
  const { rows } = await vault.query<{ isKept: boolean }>(
    `with made as (
       insert into vault.operation (id, account, kind, change, undoes, anecdotes, sender, started_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id)
     select exists (select from made) or exists (select from vault.operation where id = $1) as "isKept"`,
    [id, account, kind, change, undoes, anecdotes, JSON.stringify(sender), at],
  );
  return rows[0]?.isKept === true;
}

/** The anecdotes that an operation of `account` was asked to change; undefined for none of its own. */
export async function anecdotesOf(
  vault: pg.Pool,
  account: AccountId,
  id: string,
): Promise<readonly AnecdoteId[] | undefined> {
  const { rows } = await vault.query<Pick<StoredOperation, 'anecdotes'>>(
    'select anecdotes from vault.operation where account = $1 and id = $2',
    [account, id],
  );
  return rows[0]?.anecdotes;
}

/** Takes an operation that nobody runs, the one that waits longest, for `runner`; undefined when there is none. */
export async function takeOperation(
  vault: pg.Pool,
  runner: string,
): Promise<(StoredOperation & { done: number }) | undefined> {
  const { rows } = await vault.query<StoredOperation & { done: number }>({
    name: 'take-operation',
    text: `update vault.operation set runner = $1, leased_until = now() + interval '${LEASE}'
           where id = (
             select id from vault.operation
             where finished_at is null and (leased_until is null or leased_until < now())
             order by started_at limit 1 for update skip locked)
           returning id, account, kind, change, undoes, anecdotes, sender, done`,
    values: [runner],
  });
  return rows[0];
}

/** Notes progress and renews the lease, or ends the operation; false when it is no longer the runner's. */
export async function advance(
  vault: pg.Pool,
  { id, runner }: { id: string; runner: string },
  { done, changed, failed, position }: Progress,
): Promise<boolean> {
  const { rowCount } = await vault.query({
    name: 'advance-operation',
    text: `update vault.operation set
             done = $3, changed = changed + $4, failed = failed + $5, position = greatest(position, $6),
             leased_until = now() + interval '${LEASE}',
             finished_at = case when $3 = cardinality(anecdotes) then now() end
           where id = $1 and runner = $2 and finished_at is null`,
    values: [id, runner, done, changed, failed, position],
  });
  return rowCount === 1;
}

/** Lets anybody go on with an operation after a moment. */
export async function release(vault: pg.Pool, { id, runner }: { id: string; runner: string }): Promise<void> {
  await vault.query(
    `update vault.operation set leased_until = now() + interval '${PAUSE}' where id = $1 and runner = $2`,
    [id, runner],
  );
}
