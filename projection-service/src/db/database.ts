import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { AccountTable } from '../account/table.ts';
import type { AnecdoteTable } from '../anecdotes/table.ts';
import type { ApiKeyTable } from '../api-keys/table.ts';
import type { MailTable } from '../email-tracking/table.ts';
import { LIVE_SCHEMA } from '../projection/generation.ts';
import type { DayTable, JournalTable } from '../statistics/table.ts';
import type { TagTable, TagUseTable } from '../tags/table.ts';

/** What queries read. */
export type Views = {
  anecdote: AnecdoteTable;
  tag_use: TagUseTable;
  tag: TagTable;
  day: DayTable;
  journal: JournalTable;
  account: AccountTable;
  api_key: ApiKeyTable;
  mail: MailTable;
};

export type ViewsDatabase = Kysely<Views>;

/** The live views behind `pool`. */
export function openViews(pool: pg.Pool): ViewsDatabase {
  return new Kysely<Views>({ dialect: new PostgresDialect({ pool }) }).withSchema(LIVE_SCHEMA);
}
