import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/* Migrations of table `vault.operation` and the entries of imports; the list in migrations.ts gives their order. */

export const createOperations: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
        create table vault.operation (        -- a change of many anecdotes that runs or can be undone
          id uuid primary key,                -- also of the command, and in the metadata of its events
          account uuid not null references vault.credential on delete cascade,
          kind text not null,                 -- as in that metadata
          change text not null,               -- which tag becomes which; sealed under the account's key
          undoes uuid unique,
          anecdotes uuid[] not null,          -- those that it was asked to change
          sender json not null,               -- actor, origin and correlation id of its events
          started_at timestamptz not null,
          done int not null default 0,        -- how many of them were looked at
          changed int not null default 0,
          failed int not null default 0,
          position bigint not null default 0, -- of its last event so far
          finished_at timestamptz,
          runner uuid,                        -- who runs it
          leased_until timestamptz            -- after that, anybody may go on with it
        )`.execute(db);
    await sql`create index operation_account on vault.operation (account, started_at)`.execute(db);
    await sql`
        create unique index operation_running on vault.operation (account) where finished_at is null`.execute(db);
  },
};

export const addImports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
        alter table vault.operation
          add column parents uuid[],          -- of an import: what each of its anecdotes continues
          add column paused_at timestamptz,
          add column is_cancelled boolean not null default false`.execute(db);
    await sql`
        create table vault.import_part (      -- the entries of an import that is not done
          operation uuid not null references vault.operation on delete cascade deferrable initially deferred,
          number int not null,
          content text not null,              -- JSON of the next entries, sealed under the account's key
          primary key (operation, number)
        )`.execute(db);
  },
};

export const allowUndoAfterCancelledUndo: Migration = {
  async up(db: Kysely<unknown>) {
    // An undo that was cancelled has undone only a part; another one undoes the rest.
    await sql`alter table vault.operation drop constraint operation_undoes_key`.execute(db);
    await sql`create unique index operation_undoes on vault.operation (undoes) where not is_cancelled`.execute(db);
  },
};

export const addStartOfImports: Migration = {
  async up(db: Kysely<unknown>) {
    // Of an import: what was erased after this position of the log is not created again. 0 when that is not known.
    await sql`alter table vault.operation add column started_after bigint not null default 0`.execute(db);
  },
};

export const allowOperationsBesidePausedImport: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index vault.operation_running`.execute(db);
    await sql`
        create unique index operation_running on vault.operation (account)
          where finished_at is null and (kind <> 'import' or paused_at is null)`.execute(db);
    // One import at a time, because a second one would not know what the first has still to write.
    await sql`
        create unique index operation_import on vault.operation (account)
          where finished_at is null and kind = 'import'`.execute(db);
  },
};
