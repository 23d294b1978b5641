import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The tables of schema `vault`: what may not be in a log and is backed up with it. Listed by hand, in order; a
 * migration that was released is not edited.
 */
export const vaultMigrations: Record<string, Migration> = {
  '0001-keys-credentials-sessions': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table vault.subject_key (
          subject uuid primary key,
          wrapped text,                       -- null once destroyed
          created_at timestamptz not null default now(),
          destroyed_at timestamptz
        )`.execute(db);
      await sql`
        create table vault.credential (
          account uuid primary key,
          role text not null check (role in ('guest', 'member')),
          password_hash text not null,
          updated_at timestamptz not null default now()
        )`.execute(db);
      await sql`
        create table vault.session (
          id uuid primary key,
          account uuid not null references vault.credential on delete cascade,
          role text not null check (role in ('guest', 'member')),
          created_at timestamptz not null default now(),
          expires_at timestamptz not null,
          ended_at timestamptz
        )`.execute(db);
      await sql`create index session_account on vault.session (account)`.execute(db);
      await sql`
        create table vault.idempotency (
          account uuid not null,
          key_hash bytea not null,
          request_hash bytea not null,
          command_id uuid not null,
          started_at timestamptz not null,
          status int,                         -- null until answered
          answer text,                        -- sealed under the account's key
          primary key (account, key_hash)
        )`.execute(db);
      await sql`create index idempotency_age on vault.idempotency (started_at)`.execute(db);
    },
  },
};
