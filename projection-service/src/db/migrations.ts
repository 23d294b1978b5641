import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The tables of schema `projection`: how far the views are, which process works on them, which events are parked. The
 * views themselves are created per generation. Listed by hand, in order; a migration that was released is not edited.
 */
export const projectionMigrations: Record<string, Migration> = {
  '0001-generation-lease-quarantine': {
    async up(db: Kysely<unknown>) {
      await sql`create extension if not exists pg_trgm with schema public`.execute(db);
      await sql`create extension if not exists btree_gin with schema public`.execute(db);
      await sql`
        create table projection.generation (
          id int generated always as identity primary key,
          state text not null check (state in ('building', 'live', 'retired', 'scratch')),
          digest text not null,
          position bigint not null default 0,
          created_at timestamptz not null default now()
        ) with (fillfactor = 50)`.execute(db);
      await sql`create unique index one_live_generation on projection.generation (state) where state = 'live'`.execute(
        db,
      );
      await sql`
        create table projection.lease (
          name text primary key,
          holder uuid not null,
          generation bigint not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table projection.quarantine (
          generation int not null references projection.generation on delete cascade,
          position bigint not null,
          stream text not null,
          event_id uuid not null,
          type text not null,
          error text not null,
          attempts int not null,
          parked_at timestamptz not null default now(),
          primary key (generation, position)
        )`.execute(db);
    },
  },
  '0002-revision-of-a-waiting-event': {
    async up(db: Kysely<unknown>) {
      // For events that are parked already, the stream is read from the beginning.
      await sql`alter table projection.quarantine add column revision int not null default 0`.execute(db);
      await sql`alter table projection.quarantine alter column revision drop default`.execute(db);
      await sql`create index quarantine_stream on projection.quarantine (generation, stream, position)`.execute(db);
    },
  },
  '0003-lease-of-a-connection': {
    async up(db: Kysely<unknown>) {
      await sql`alter table projection.lease add backend_pid int, add backend_start timestamptz`.execute(db);
    },
  },
  '0004-what-views-were-made-from': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table projection.generation
          add first_position bigint, add first_id uuid,
          add last_position bigint, add last_id uuid,
          add is_stale boolean not null default false`.execute(db);
      // Where earlier versions stored position and id of the first event; a new database has no such table.
      await sql`create table if not exists projection.log (identity text not null)`.execute(db);
      await sql`
        update projection.generation
        set first_position = split_part(identity, '/', 1)::bigint, first_id = split_part(identity, '/', 2)::uuid
        from projection.log where position > 0`.execute(db);
      await sql`drop table projection.log`.execute(db);
    },
  },
  '0005-whose-event-waits-and-why': {
    async up(db: Kysely<unknown>) {
      // Events that are parked already have no account, reason or time of the last try: the next try stores them.
      await sql`
        alter table projection.quarantine
          add account uuid,
          add reason text not null default 'poison' check (reason in ('poison', 'missing-key')),
          add tried_at timestamptz not null default now()`.execute(db);
      await sql`create index quarantine_account on projection.quarantine (generation, account)`.execute(db);
    },
  },
  '0006-merkle-tree-of-the-log': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table projection.tree (
          only_row boolean primary key default true check (only_row),
          size bigint not null,
          position bigint not null,
          last_id uuid
        ) with (fillfactor = 50)`.execute(db);
      await sql`insert into projection.tree (size, position) values (0, 0)`.execute(db);
      await sql`
        create table projection.tile (
          level int not null,
          index bigint not null,
          hashes bytea not null,
          entries bytea,
          position bigint,
          primary key (level, index)
        )`.execute(db);
      await sql`create index tile_position on projection.tile (position) where level = 0`.execute(db);
      await sql`
        create table projection.checkpoint (
          size bigint primary key,
          note text not null,
          made_at timestamptz not null default now()
        )`.execute(db);
    },
  },
};
