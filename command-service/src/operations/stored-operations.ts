import type { AccountId, Actor, AnecdoteId, CommandId, Origin, Position } from '@anecdotes/contracts';
import { sqlStateOf, UNIQUE_VIOLATION } from '@anecdotes/contracts/server/postgres/sql-state';
import type pg from 'pg';
import { unlessErased } from '../vault/erased-meanwhile.ts';

/** An operation as table `vault.operation` keeps it. */
export type StoredOperation = {
  readonly id: CommandId;
  readonly account: AccountId;
  readonly kind: 'tags' | 'import' | 'undo';
  /** The Intent, sealed under the account's key. */
  readonly change: string;
  readonly undoes: string | null;
  readonly anecdotes: readonly AnecdoteId[];
  /** In an import: for each anecdote the one that it continues, or null. */
  readonly parents: readonly (AnecdoteId | null)[] | null;
  /** Who sent the call; not sealed, because it is nothing personal. */
  readonly sender: { readonly actor: Actor; readonly origin: Origin; readonly correlationId: string };
};

/** The progress after a step: `done` counts all anecdotes so far, `changed` and `failed` those of the step. */
export type Progress = {
  readonly done: number;
  readonly changed: number;
  readonly failed: number;
  readonly position: Position;
};

/** The number of anecdotes in one step, after which progress is recorded. */
export const STEP = 100;
/** A runner has an operation for this long after taking it and after each step; then any process may continue it. */
const LEASE = '15 seconds';
/** A released operation is tried again after this time. */
const PAUSE = '1 second';

/**
 * Stores an operation to be run, unless it is stored already; `startedAfter` is the position of the log before an
 * import. False when it cannot be: its account has a running one (a paused import allows others, but no second import),
 * or another operation undoes the same. Throws UNAUTHENTICATED if the account was erased.
 */
export async function insertOperation(
  vault: pg.Pool | pg.ClientBase,
  operation: StoredOperation,
  at: Date,
  startedAfter: Position = 0n,
): Promise<boolean> {
  const { id, account, kind, change, undoes, anecdotes, parents, sender } = operation;
  const { rows } = await unlessErased(
    vault.query<{ isKept: boolean }>(
      `with made as (
         insert into vault.operation
           (id, account, kind, change, undoes, anecdotes, sender, started_at, parents, started_after)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning id)
       select exists (select from made) or exists (select from vault.operation where id = $1) as "isKept"`,
      [id, account, kind, change, undoes, anecdotes, JSON.stringify(sender), at, parents, startedAfter],
    ),
  );
  return rows[0]?.isKept === true;
}

/** The anecdotes that an operation was asked to change; undefined if it is not one of `account`. */
export async function anecdotesOf(
  vault: pg.Pool | pg.ClientBase,
  account: AccountId,
  id: string,
): Promise<readonly AnecdoteId[] | undefined> {
  const { rows } = await vault.query<Pick<StoredOperation, 'anecdotes'>>(
    'select anecdotes from vault.operation where account = $1 and id = $2',
    [account, id],
  );
  return rows[0]?.anecdotes;
}

/** True while an import into the journal of `account` is running or paused. */
export async function isImporting(vault: pg.Pool, account: AccountId): Promise<boolean> {
  const { rowCount } = await vault.query(
    `select from vault.operation where account = $1 and kind = 'import' and finished_at is null`,
    [account],
  );
  return rowCount !== 0;
}

/** An operation to continue; `is_interrupted` if a step was begun but not recorded. */
export type TakenOperation = StoredOperation & {
  readonly started_after: Position;
  readonly done: number;
  readonly is_cancelled: boolean;
  readonly is_interrupted: boolean;
  /** The operation that was undone first, of an undo and of an undo of one; its own id if it undoes none. */
  readonly root: string;
  readonly role: 'guest' | 'member';
};

/** True of an operation `o` whose account is disabled: it waits until the account is enabled again. */
const ACCOUNT_DISABLED =
  'exists (select from vault.credential c where c.account = o.account and disabled_at is not null)';

/** Takes the oldest operation that is not being run, for `runner`; undefined when there is none. */
export async function takeOperation(vault: pg.Pool, runner: string): Promise<TakenOperation | undefined> {
  const { rows } = await vault.query<TakenOperation>({
    name: 'take-operation',
    text: `with next as (
             select id, leased_until is not null as is_interrupted from vault.operation o
             where finished_at is null and (paused_at is null or is_cancelled)
               and (leased_until is null or leased_until < now()) and not ${ACCOUNT_DISABLED}
             order by started_at limit 1 for update skip locked)
           update vault.operation o set runner = $1, leased_until = now() + interval '${LEASE}'
           from next where o.id = next.id
           returning o.id, account, kind, change, undoes, anecdotes, parents, sender, started_after, done,
             is_cancelled, is_interrupted,
             (select role from vault.credential c where c.account = o.account) as role,
             (with recursive chain as (
                select o.id, o.undoes
                union all select undone.id, undone.undoes from vault.operation undone join chain on undone.id = chain.undoes)
              select coalesce(undoes, id) from chain
              where not exists (select from vault.operation older where older.id = chain.undoes)) as root`,
    values: [runner],
  });
  return rows[0];
}

/**
 * Records progress and renews the lease, or ends the operation; deletes the entries of an import that are done. False
 * when the runner must not continue it: it has ended, is paused, its account is disabled, or another runner has it.
 */
export async function advance(
  vault: pg.Pool,
  { id, runner }: { id: string; runner: string },
  { done, changed, failed, position }: Progress,
): Promise<boolean> {
  const { rows } = await vault.query<{ mayContinue: boolean }>({
    name: 'advance-operation',
    text: `with advanced as (
             update vault.operation o set
               done = $3, changed = changed + $4, failed = failed + $5, position = greatest(position, $6),
               leased_until = case when paused_at is null and not ${ACCOUNT_DISABLED}
                                   then now() + interval '${LEASE}' end,
               finished_at = case when is_cancelled or $3 = cardinality(anecdotes) then now() end
             where id = $1 and runner = $2 and finished_at is null
             returning id, leased_until is not null and finished_at is null as may_continue,
               finished_at is not null as is_over),
           dropped as (
             delete from vault.import_part using advanced
             where operation = advanced.id and (is_over or number < $3 / ${STEP}))
           select may_continue as "mayContinue" from advanced`,
    values: [id, runner, done, changed, failed, position],
  });
  return rows[0]?.mayContinue === true;
}

/** The entries of one step of an import, sealed; undefined when they are gone because the import ended. */
export async function importPart(vault: pg.Pool, id: string, number: number): Promise<string | undefined> {
  const { rows } = await vault.query<{ content: string }>(
    'select content from vault.import_part where operation = $1 and number = $2',
    [id, number],
  );
  return rows[0]?.content;
}

/**
 * Pauses or resumes an operation of `account`, unless it has ended. False when it cannot be resumed because another one
 * began while it was paused and is still running.
 */
export async function setPaused(vault: pg.Pool, account: AccountId, id: string, isPaused: boolean): Promise<boolean> {
  try {
    await vault.query(
      `update vault.operation set paused_at = case when $3 then coalesce(paused_at, now()) end
       where account = $1 and id = $2 and finished_at is null and not is_cancelled`,
      [account, id, isPaused],
    );
    return true;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Cancels an operation of `account`, unless it has ended; its runner ends it after the current step. */
export async function cancelOperation(vault: pg.Pool, account: AccountId, id: string): Promise<void> {
  await vault.query(
    'update vault.operation set is_cancelled = true where account = $1 and id = $2 and finished_at is null',
    [account, id],
  );
}

/** Gives an operation back, so that any process may continue it after PAUSE. */
export async function release(vault: pg.Pool, { id, runner }: { id: string; runner: string }): Promise<void> {
  await vault.query(
    `update vault.operation set leased_until = now() + interval '${PAUSE}' where id = $1 and runner = $2`,
    [id, runner],
  );
}
