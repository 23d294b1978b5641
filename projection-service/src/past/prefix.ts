import type { AccountId, Position } from '@anecdotes/contracts';
import { sql } from 'kysely';
import type { ViewsDatabase } from '../db/database.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';

/** What of the log a journal is told from when it is asked for as it was. */
export type Prefix = {
  /** The last position that counts. */
  readonly position: Position;
  /** The instant that was asked for, or that of the last change up to the position. */
  readonly at: Date;
  /** How many changes the account's history tells up to there; an erasure makes them fewer. */
  readonly changes: number;
};

const POSITION = /^\d+$/;
const history = sql.table(`${LIVE_SCHEMA}.history`);

/**
 * The prefix of the log that `asOf` stands for, an instant or a position. An instant stands for everything before the
 * first change that the history of `account` tells after it; what is later than the views, which stand at `current`,
 * for all that they hold.
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

/** Undefined when there is no change after `instant`. */
async function positionBefore(db: ViewsDatabase, account: AccountId, instant: string): Promise<Position | undefined> {
  const { rows } = await sql<{ position: Position }>`
    select position - 1 as position from ${history}
    where account = ${account} and at > ${instant}::timestamptz order by history.position limit 1`.execute(db);
  return rows[0]?.position;
}
