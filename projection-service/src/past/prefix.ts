import type { AccountId, Position } from '@anecdotes/contracts';
import { sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { viewTable } from '../db/view-table.ts';

/** The part of the log that a past journal is made from. */
export type Prefix = {
  /** The last position of that part. */
  readonly position: Position;
  /** The requested instant, or that of the last change up to the position. */
  readonly at: Date;
  /** How many rows the account's history has up to there; an erasure makes them fewer. */
  readonly changes: number;
};

const POSITION = /^\d+$/;
const history = viewTable('history');

/**
 * The prefix of the log that `asOf`, an instant or a position, stands for. An instant stands for everything before the
 * first later change in the history of `account`, or its first later Same Here. Whatever is later than the views, which
 * are at `current`, stands for everything in them.
 */
export async function prefixOf(
  db: ViewsDatabase,
  account: AccountId,
  asOf: string,
  current: Position,
): Promise<Prefix> {
  const instant = POSITION.test(asOf) ? undefined : asOf;
  const wanted = instant === undefined ? BigInt(asOf) : await positionBefore(db, account, instant);
  const position = wanted === undefined || wanted > current ? current : wanted;
  const { rows } = await sql<{ changes: number; last: Date | null }>`
    select count(*)::int4 as changes, max(at) as last from ${history}
    where account = ${account} and position <= ${position}`.execute(db);
  const { changes = 0, last = null } = rows[0] ?? {};
  const at = instant === undefined ? (last ?? new Date(0)) : new Date(instant);
  return { position, at, changes };
}

/** The position before the first change after `instant`; undefined when there is none. */
async function positionBefore(db: ViewsDatabase, account: AccountId, instant: string): Promise<Position | undefined> {
  const { rows } = await sql<{ position: Position }>`
    select position - 1 as position from ${history}
    where account = ${account} and at > ${instant}::timestamptz order by history.position limit 1`.execute(db);
  return rows[0]?.position;
}
