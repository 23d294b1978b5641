import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  addImports,
  addStartOfImports,
  allowOperationsBesidePausedImport,
  allowUndoAfterCancelledUndo,
  createOperations,
} from './operation-migrations.ts';
import { countCalls, countCallsInOrder, throttleLogIns } from './rate-limit-functions.ts';

/**
 * The tables of schema `vault`: what may not be in a log, but is backed up with it. Listed by hand, in order; a
 * migration that was released is never edited.
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
  '0002-tokens-mail-api-keys': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table vault.session
          add column user_agent text,         -- sealed under the account's key
          add column device bytea`.execute(db);
      await sql`
        create table vault.one_time_token (
          hash bytea primary key,             -- SHA-256; the token itself is in a mail only
          account uuid not null references vault.credential on delete cascade,
          purpose text not null check (purpose in ('verify-email', 'password-reset')),
          created_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index one_time_token_account on vault.one_time_token (account, purpose)`.execute(db);
      await sql`
        create table vault.mail (
          id uuid primary key,
          account uuid not null references vault.credential on delete cascade,
          campaign text not null,
          content text,                       -- sealed under the account's key; null once sent or given up
          open_hash bytea not null unique,    -- SHA-256 of the token in the pixel's address
          created_at timestamptz not null,
          due_at timestamptz not null,
          attempts int not null default 0,
          leased_until timestamptz,
          sent_at timestamptz,
          opened_at timestamptz
        )`.execute(db);
      await sql`create index mail_due on vault.mail (due_at) where content is not null`.execute(db);
      await sql`create index mail_account on vault.mail (account)`.execute(db);
      await sql`
        create table vault.local_mail (
          id uuid primary key,
          account uuid not null references vault.credential on delete cascade,
          content text not null,              -- sealed under the account's key
          sent_at timestamptz not null
        )`.execute(db);
      await sql`create index local_mail_sent on vault.local_mail (sent_at)`.execute(db);
      await sql`
        create table vault.api_key (
          id uuid primary key,
          account uuid not null references vault.credential on delete cascade,
          scopes text[] not null,
          is_active bool not null default true,
          expires_at timestamptz,
          last_used timestamptz               -- to the minute
        )`.execute(db);
      await sql`create index api_key_account on vault.api_key (account)`.execute(db);
      await sql`
        create table vault.api_key_secret (
          hash bytea primary key,             -- SHA-256 of a secret
          api_key uuid not null references vault.api_key on delete cascade,
          valid_until timestamptz
        )`.execute(db);
      await sql`create index api_key_secret_key on vault.api_key_secret (api_key)`.execute(db);
    },
  },
  '0003-unverified-accounts': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table vault.credential
          add column unverified_since timestamptz  -- null for the guest and once the address is verified`.execute(db);
      await sql`
        create index credential_unverified on vault.credential (unverified_since)
        where unverified_since is not null`.execute(db);
    },
  },
  '0004-guest-journal-failures': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table vault.guest_journal (
          account uuid primary key references vault.credential on delete cascade,
          since bigint not null,              -- position at which the journal was last emptied
          used int not null,                  -- places taken since then
          granted int not null                -- of these, by the statement that counted last
        )`.execute(db);
      await sql`
        alter table vault.credential
          add column failures int not null default 0  -- log-ins since the last right one`.execute(db);
    },
  },
  '0005-unrecorded-mails': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table vault.mail
          add column unrecorded text,         -- sealed recipient of a sent mail that the log does not know yet
          add column openings timestamptz[] not null default '{}'  -- when it was opened before that`.execute(db);
    },
  },
  '0006-anecdote-keys-snapshots': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table vault.anecdote_key_block (
          id uuid primary key,
          account uuid not null,
          wrapped text,                       -- null once a secret of the block was destroyed
          created_at timestamptz not null default now(),
          retired_at timestamptz              -- since then no new keys are assigned from it
        )`.execute(db);
      await sql`create index anecdote_key_block_account on vault.anecdote_key_block (account)`.execute(db);
      await sql`
        create table vault.anecdote_secret (  -- what is left of a block after that
          block uuid not null references vault.anecdote_key_block on delete cascade,
          number int not null,
          wrapped text not null,
          primary key (block, number)
        )`.execute(db);
      await sql`
        create table vault.state_snapshot (
          stream text primary key,
          version int not null,               -- of the folded state
          subject uuid not null,
          key_id text,                        -- names the key that seals the state, as in events
          revision int not null,
          position bigint not null,
          event_id uuid not null,             -- of the event at that revision
          emptied_at bigint not null,
          state text not null
        )`.execute(db);
      await sql`create index state_snapshot_subject on vault.state_snapshot (subject)`.execute(db);
    },
  },
  '0007-pending-events': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table vault.pending_event (
          id bigint generated always as identity primary key,  -- the order within a stream
          event_id uuid not null unique,
          stream text not null,
          type text not null,
          data json not null,                 -- personal fields sealed, as the log keeps them
          metadata json not null,
          due_at timestamptz not null
        )`.execute(db);
      await sql`create index pending_event_stream on vault.pending_event (stream, id)`.execute(db);
      await sql`create index pending_event_due on vault.pending_event (due_at)`.execute(db);
      await sql`alter table vault.one_time_token add column used_at timestamptz`.execute(db);
      await sql`
        alter table vault.api_key
          add column name text,               -- sealed under the account's key
          add column created_at timestamptz`.execute(db);
    },
  },
  '0008-reservations-log-identity': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table vault.reservation (
          kind text not null check (kind in ('username', 'email', 'reddit')),
          hash bytea not null,                -- blind index of the name, or of account and post
          stream text not null,               -- its name is random, so that the log says nothing about the hash
          account uuid not null references vault.credential on delete cascade,
          primary key (kind, hash)
        )`.execute(db);
      await sql`create index reservation_account on vault.reservation (account)`.execute(db);
      await sql`
        create table vault.log (              -- the log that this vault belongs to
          only_row boolean primary key default true check (only_row),
          first_event uuid not null,
          first_position bigint not null,
          erased_through bigint not null,     -- position up to which erasures of the log were applied here
          erasures bigint not null default 0  -- how many this vault has seen; fewer than before: it is an older one
        )`.execute(db);
    },
  },
  '0009-rate-limits': {
    async up(db: Kysely<unknown>) {
      // Unlogged: a count is not worth a flush to the disk and may be lost in a crash.
      await sql`
        create unlogged table vault.rate_limit (
          place text collate "C" primary key, -- HMAC of a rule and a key
          times float8[],                     -- of a window: when it was counted, in ms since 1970
          level float8,                       -- of a bucket: what was left
          at float8,                          -- at this time, in ms since 1970
          expires_at timestamptz not null
        ) with (fillfactor = 50)`.execute(db);
      await sql.raw(countCalls).execute(db);
      await sql.raw(throttleLogIns).execute(db);
    },
  },
  '0010-operations': createOperations,
  '0011-imports': addImports,
  '0012-cancelled-undoing': allowUndoAfterCancelledUndo,
  '0013-disabled-accounts-invitations': {
    async up(db: Kysely<unknown>) {
      await sql`alter table vault.credential add column disabled_at timestamptz`.execute(db);
      await sql`
        create table vault.invitation (
          hash bytea primary key,             -- SHA-256; the token itself is in a link only
          account uuid not null unique,       -- the one that may come of it
          email_hash bytea not null,          -- blind index of the address
          email text not null,                -- sealed under the key of that account
          expires_at timestamptz not null,
          used_at timestamptz
        )`.execute(db);
      await sql`create index invitation_email on vault.invitation (email_hash)`.execute(db);
    },
  },
  '0014-journal-use': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table vault.journal_use (      -- of members, where there are quotas
          account uuid primary key references vault.credential on delete cascade,
          anecdotes int not null,
          bytes bigint not null,              -- ever written
          granted int not null,               -- by the statement that counted last
          granted_at timestamptz not null
        ) with (fillfactor = 50)`.execute(db);
    },
  },
  '0015-operations-beside-a-paused-import': allowOperationsBesidePausedImport,
  '0016-targets-of-idempotency-keys': {
    async up(db: Kysely<unknown>) {
      // The id in the path of the request, so that answers about an anecdote can be forgotten.
      await sql`alter table vault.idempotency add column target uuid`.execute(db);
    },
  },
  '0017-counts-in-order': {
    async up(db: Kysely<unknown>) {
      await sql.raw(countCallsInOrder).execute(db);
    },
  },
  '0018-start-of-imports': addStartOfImports,
};
