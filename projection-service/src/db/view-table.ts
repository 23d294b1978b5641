import { type RawBuilder, sql } from 'kysely';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { Views } from '../read-models.ts';

/** A table of the live views, for SQL that is written as text. */
export function viewTable(name: keyof Views): RawBuilder<unknown> {
  return sql.table(`${LIVE_SCHEMA}.${name}`);
}
