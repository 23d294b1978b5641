import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type pg from 'pg';

/**
 * Creates or updates the schema `log`; several processes may do so at once. Throws when the database is unavailable,
 * and ConfigurationError when it holds the log of a newer version.
 */
export async function migrateEventStore(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('set local lock_timeout = 0; set local statement_timeout = 0');
    await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const version = await readVersion(tx);
    if (version < VERSION) await tx.query(`${tables}\ncomment on schema log is '${MARK}${VERSION}'`);
    // Functions store nothing, so those of each version can be used on the tables of this version of the log.
    await tx.query(`${digest}\n${append}\n${appendOne}`);
  });
}

/** Throws ConfigurationError when the database holds the log of a newer version. */
export async function refuseNewerEventStore(pool: pg.Pool): Promise<void> {
  await readVersion(pool);
}

/** The version of the log in the database, 0 without one. Throws ConfigurationError for one newer than this program's. */
async function readVersion(db: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await db.query<{ mark: string | null }>(
    "select obj_description(to_regnamespace('log'), 'pg_namespace') as mark",
  );
  const version = Number(rows[0]?.mark?.replace(MARK, '') ?? 0);
  if (version <= VERSION) return version;
  throw new ConfigurationError(
    `The event log was written by a newer version of Anecdotes (log version ${version}). Start that version, or ` +
      'restore a backup from before the upgrade.',
  );
}

const VERSION = 1;
const MARK = 'event log version ';
const ADVISORY_LOCK = 7_305_804_018_364_612n;

/** `json`, not `jsonb`: the text stays as it was written, so that the digest of an event can be computed again. */
const tables = `
create schema if not exists log;

create table if not exists log.head (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  hash bytea not null
) with (fillfactor = 50);
insert into log.head (position, hash) values (0, '') on conflict do nothing;

create table if not exists log.streams (
  stream text collate "C" primary key check (position(e'\\n' in stream) = 0),
  revision integer not null
) with (fillfactor = 90);

create table if not exists log.events (
  position bigint primary key,
  stream text collate "C" not null,
  revision integer not null,
  event_id uuid not null unique,
  type text not null check (position(e'\\n' in type) = 0),
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null,
  hash bytea not null,
  unique (stream, revision)
);

create or replace function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger append_only before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
`;

/** What the hash chain covers of an event. */
const digest = `
create or replace function log.digest(p_stream text, p_revision int, p_id uuid, p_type text, p_microseconds text,
  p_data text, p_metadata text) returns bytea language sql stable as $$
  select sha256(convert_to(p_stream || e'\\n' || p_revision || e'\\n' || p_id || e'\\n' || p_type || e'\\n'
    || p_microseconds || e'\\n' || octet_length(p_data) || e'\\n' || p_data || p_metadata, 'UTF8'))
$$;
`;

/**
 * `log.append` stores a group of appends. Its parameters are arrays with one entry per append, then arrays with one
 * entry per event (the append it belongs to, counted from 1, and its place there, from 0). It returns one row per
 * append, in order: appended, duplicate (was stored before), conflict, or reused (ids that belong to other events).
 *
 * The head row is the one lock that all appends share. Everything that can wait or be refused happens before it is
 * locked: it is held only while positions are assigned, and its holder waits for nothing else. So positions have no
 * gaps and are in the order of commits. Each statement sees what was committed before it began (READ COMMITTED), so the
 * second check for duplicates, after the lock of the stream, sees the append that won a race.
 */
const append = `
create or replace function log.stored(p_stream text, p_ids uuid[], out known bigint, out here bigint, out at_revision int,
  out at_position bigint) language sql as $$
  select count(*), count(*) filter (where stream = p_stream), max(revision), max(position)
  from log.events where event_id = any(p_ids)
$$;

create or replace function log.append(
  p_streams text[], p_expected int[], p_counts int[],
  p_append int[], p_offset int[], p_ids uuid[], p_types text[], p_data text[], p_metadata text[]
) returns table (outcome text, last_revision int, last_position bigint) language plpgsql as $$
declare
  v_recorded_at constant timestamptz := clock_timestamp();
  v_microseconds constant text := (extract(epoch from v_recorded_at) * 1000000)::bigint;
  v_size constant int := cardinality(p_streams);
  v_outcomes text[] := array_fill(null::text, array[v_size]);
  v_first int[] := array_fill(-1, array[v_size]);
  v_revisions int[] := array_fill(null::int, array[v_size]);
  v_positions bigint[] := array_fill(null::bigint, array[v_size]);
  v_start int := 1;
  v_stored record;
  v_index int;
  v_count int;
  v_revision int;
  v_position bigint;
  v_hash bytea;
  v_digests bytea[];
  v_hashes bytea[];
  v_given bigint[];
  v_created text[];
  v_any boolean := false;
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- New streams only, the usual case, in one statement: what did not exist before cannot hold these events already.
  if -1 = all(p_expected) then
    with created as (
      insert into log.streams
        select stream, count - 1 from unnest(p_streams, p_counts) s(stream, count) order by stream collate "C"
        on conflict do nothing
        returning stream)
    select array_agg(stream) into v_created from created;
    if cardinality(v_created) = v_size then
      v_outcomes := array_fill('appended'::text, array[v_size]);
      v_first := array_fill(0, array[v_size]);
      v_any := true;
    end if;
  elsif exists (select from log.events where event_id = any(p_ids)) then
    for i in 1..v_size loop
      v_stored := log.stored(p_streams[i], p_ids[v_start : v_start + p_counts[i] - 1]);
      if v_stored.known > 0 then
        v_outcomes[i] := case when v_stored.here = p_counts[i] then 'duplicate' else 'reused' end;
        v_revisions[i] := v_stored.at_revision;
        v_positions[i] := v_stored.at_position;
      end if;
      v_start := v_start + p_counts[i];
    end loop;
  end if;

  -- Each stream left, in the order that all processes keep to.
  for v_index in
    select i from unnest(p_streams, v_outcomes) with ordinality s(stream, decided, i)
    where decided is null order by stream collate "C"
  loop
    v_count := p_counts[v_index];
    if p_streams[v_index] = any(v_created) then
      v_revision := v_count - 1;
    elsif p_expected[v_index] = -1 then
      insert into log.streams values (p_streams[v_index], v_count - 1) on conflict do nothing
        returning revision into v_revision;
    elsif p_expected[v_index] = -2 then
      insert into log.streams as s values (p_streams[v_index], v_count - 1)
        on conflict (stream) do update set revision = s.revision + v_count
        returning revision into v_revision;
    else
      update log.streams set revision = revision + v_count
        where stream = p_streams[v_index] and revision = p_expected[v_index]
        returning revision into v_revision;
    end if;
    if v_revision is not null then
      v_outcomes[v_index] := 'appended';
      v_first[v_index] := v_revision - v_count + 1;
      v_any := true;
    else
      v_stored := log.stored(p_streams[v_index],
        array(select id from unnest(p_append, p_ids) e(append, id) where append = v_index));
      if v_stored.here = v_count then
        v_outcomes[v_index] := 'duplicate';
        v_revision := v_stored.at_revision;
        v_positions[v_index] := v_stored.at_position;
      else
        v_outcomes[v_index] := 'conflict';
        select revision into v_revision from log.streams where stream = p_streams[v_index];
      end if;
    end if;
    v_revisions[v_index] := v_revision;
  end loop;

  -- Digests before the head row is locked, positions and hashes behind it.
  if v_any then
    v_digests := array(
      select case when v_first[append] >= 0 then
        log.digest(p_streams[append], v_first[append] + place, id, type, v_microseconds, data, metadata) end
      from unnest(p_append, p_offset, p_ids, p_types, p_data, p_metadata) e(append, place, id, type, data, metadata));
    v_given := array_fill(null::bigint, array[cardinality(p_ids)]);
    v_hashes := v_digests;

    select h.position, h.hash into v_position, v_hash from log.head h for update;
    for i in 1..cardinality(p_ids) loop
      continue when v_digests[i] is null;
      v_position := v_position + 1;
      v_hash := sha256(v_hash || v_digests[i]);
      v_given[i] := v_position;
      v_hashes[i] := v_hash;
      v_positions[p_append[i]] := v_position;
    end loop;
    update log.head set position = v_position, hash = v_hash;
    insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at, hash)
      select given, p_streams[append], v_first[append] + place, id, type, data::json, metadata::json, v_recorded_at, hash
      from unnest(v_given, p_append, p_offset, p_ids, p_types, p_data, p_metadata, v_hashes)
        e(given, append, place, id, type, data, metadata, hash)
      where given is not null;
  end if;
  return query
    select decided, case decided when 'appended' then first + count - 1 else revision end, at_position
    from unnest(v_outcomes, v_first, p_counts, v_revisions, v_positions) r(decided, first, count, revision, at_position);
end $$;
`;

/**
 * The usual append: one event to a stream at a known revision, stored in half the time that `log.append` takes for it.
 * Everything else is left to `log.append`, with the same result.
 */
const appendOne = `
create or replace function log.append_one(
  p_stream text, p_expected int, p_id uuid, p_type text, p_data text, p_metadata text
) returns table (outcome text, last_revision int, last_position bigint) language plpgsql as $$
declare
  v_recorded_at constant timestamptz := clock_timestamp();
  v_microseconds constant text := (extract(epoch from v_recorded_at) * 1000000)::bigint;
  v_digest bytea;
  v_hash bytea;
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  if p_expected = -1 then
    insert into log.streams values (p_stream, 0) on conflict do nothing returning revision into last_revision;
  elsif p_expected >= 0 then
    update log.streams set revision = revision + 1 where stream = p_stream and revision = p_expected
      returning revision into last_revision;
  end if;
  if last_revision is null then
    return query select * from log.append(array[p_stream], array[p_expected], array[1],
      array[1], array[0], array[p_id], array[p_type], array[p_data], array[p_metadata]);
    return;
  end if;

  v_digest := log.digest(p_stream, last_revision, p_id, p_type, v_microseconds, p_data, p_metadata);
  update log.head set position = position + 1, hash = sha256(hash || v_digest)
    returning position, hash into last_position, v_hash;
  insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at, hash)
    values (last_position, p_stream, last_revision, p_id, p_type, p_data::json, p_metadata::json, v_recorded_at, v_hash);
  outcome := 'appended';
  return next;
end $$;
`;
