import { sql } from 'kysely';
import { isTimeout } from '../projection/failure.ts';
import type { ViewsDatabase } from './database.ts';

/**
 * What `body` reads in a transaction whose statements end at `deadline` (of performance.now()), or undefined when they
 * would have taken longer.
 */
export async function untilDeadline<Result>(
  db: ViewsDatabase,
  deadline: number,
  body: (tx: ViewsDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  const left = Math.floor(deadline - performance.now());
  if (left <= 0) return undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(left)}, true)`.execute(tx);
      return body(tx);
    });
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}
