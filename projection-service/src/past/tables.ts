/** The tables of a past journal are temporary: not in the WAL, visible to one connection, and dropped with it. */
export const PAST_SCHEMA = 'pg_temp';

/** Each anecdote is written to them once, with everything that happened to it. */
export const pastTables = { schema: PAST_SCHEMA, countsLater: true, areNew: true } as const;
