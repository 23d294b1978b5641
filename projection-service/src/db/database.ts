import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { Views } from '../read-models.ts';
import { limitReaders } from '../reader-share.ts';
import { preparing } from './fixed-shape.ts';
import { inSchema } from './in-schema.ts';

export type ViewsDatabase = Kysely<Views>;

/** The live views, read through `pool`. */
export function openViews(pool: pg.Pool): ViewsDatabase {
  return new Kysely<Views>({ dialect: new PostgresDialect({ pool: limitReaders(preparing(pool)) }) }).withSchema(
    LIVE_SCHEMA,
  );
}

/** Views in the tables of `schema`, read through `pool` with the same queries. */
export function openViewsIn(schema: string, pool: pg.Pool): ViewsDatabase {
  return new Kysely<Views>({ dialect: new PostgresDialect({ pool: limitReaders(pool) }) })
    .withSchema(LIVE_SCHEMA)
    .withPlugin(inSchema(schema));
}
