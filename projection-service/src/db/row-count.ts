import { sql } from 'kysely';

/** The number of rows, as the column `count`. */
export const rowCount = sql<number>`count(*)::int4`.as('count');
