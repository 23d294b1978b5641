/** The tables of a past journal are temporary: never written ahead, seen by one connection, gone with it. */
export const PAST_SCHEMA = 'pg_temp';

/** Each anecdote comes into them once, with all that happened to it. */
export const pastTables = { schema: PAST_SCHEMA, countsLater: true, areNew: true } as const;
