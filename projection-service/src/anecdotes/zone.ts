const UNKNOWN_ZONE = '22023';

/** What `query` answers for `timeZone` by a name that the database knows. */
export async function inKnownZone<Answer>(timeZone: string, query: (zone: string) => Promise<Answer>): Promise<Answer> {
  // The database takes a short name such as CET for an offset without summer time.
  const zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  try {
    return await query(zone);
  } catch (error) {
    // A zone that is younger than the database's list of zones: its days begin some hours early or late.
    if ((error as { code?: unknown }).code === UNKNOWN_ZONE && zone !== 'UTC') return query('UTC');
    throw error;
  }
}
