import { sqlStateOf } from '@anecdotes/contracts/server/postgres/sql-state';

const UNKNOWN_ZONE = '22023';

/** Returns what `query` returns for `timeZone`, under a name that the database knows. */
export async function inKnownZone<Answer>(timeZone: string, query: (zone: string) => Promise<Answer>): Promise<Answer> {
  // Postgres treats a short name such as CET as an offset without daylight saving time.
  const zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  try {
    return await query(zone);
  } catch (error) {
    // The zone is newer than the database's list of zones. With UTC its days begin some hours early or late.
    if (sqlStateOf(error) === UNKNOWN_ZONE && zone !== 'UTC') return query('UTC');
    throw error;
  }
}
