import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { accountTable } from '../account/table.ts';
import type { anecdoteTable } from '../anecdotes/table.ts';
import type { apiKeyTable } from '../api-keys/table.ts';
import type { mailTable } from '../email-tracking/table.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { SelectedOf } from '../projection/table.ts';
import { limitReaders } from '../reader-share.ts';
import type { sampleTable } from '../samples/table.ts';
import type { dayCounter, journalCounter } from '../statistics/table.ts';
import type { tagCounter, tagUses } from '../tags/table.ts';
import { preparing } from './fixed-shape.ts';

/** What queries read. */
export type Views = {
  anecdote: SelectedOf<typeof anecdoteTable>;
  tag_use: SelectedOf<typeof tagUses>;
  tag: SelectedOf<typeof tagCounter>;
  day: SelectedOf<typeof dayCounter>;
  journal: SelectedOf<typeof journalCounter>;
  account: SelectedOf<typeof accountTable>;
  api_key: SelectedOf<typeof apiKeyTable>;
  mail: SelectedOf<typeof mailTable>;
  sample: SelectedOf<typeof sampleTable>;
};

export type ViewsDatabase = Kysely<Views>;

/** The live views behind `pool`. */
export function openViews(pool: pg.Pool): ViewsDatabase {
  return new Kysely<Views>({ dialect: new PostgresDialect({ pool: limitReaders(preparing(pool)) }) }).withSchema(
    LIVE_SCHEMA,
  );
}
