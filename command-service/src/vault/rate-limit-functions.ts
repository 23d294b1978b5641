const NOW = 'extract(epoch from clock_timestamp()) * 1000';

/**
 * `vault.count_calls` counts the uses by several callers in order; for each caller it stops at the first use whose
 * limit is reached. `p_places` are the distinct rows, sorted, so that processes lock them in the same order;
 * `p_callers` is the number of callers; the other arrays have one entry per use: its caller, its index in `p_places`,
 * its rule, its cost, and whether it counts even if the limit is reached. Returns for each caller the seconds to wait
 * and the index of the refused use, both 0 if none was. Sequential scans are off, because a plan that was made while
 * the table was small would scan all of it later. `now` declares the time, `onceLocked` runs when the rows are locked.
 */
const countCallsFunction = ({ create, now, onceLocked }: Record<'create' | 'now' | 'onceLocked', string>) => `
${create} vault.count_calls(
  p_places text[], p_callers int, p_caller int[], p_place int[], p_max float8[], p_seconds float8[], p_burst float8[],
  p_cost float8[], p_forced bool[], out waits int[], out refused int[]
) language plpgsql set enable_seqscan = off as $$
declare
  v_now ${now};
  v_rows vault.rate_limit[];
  v_row vault.rate_limit;
  v_rate float8;
  v_level float8;
begin
  waits := array_fill(0, array[p_callers]);
  refused := array_fill(0, array[p_callers]);
  insert into vault.rate_limit (place, expires_at)
    select place, now() + interval '1 minute' from unnest(p_places) place
    on conflict do nothing;
  v_rows := array(select r from vault.rate_limit r where place = any(p_places) order by place collate "C" for update);
  if cardinality(v_rows) <> cardinality(p_places) then
    raise exception 'a count was swept meanwhile' using errcode = 'serialization_failure';
  end if;
  ${onceLocked}
  for i in 1..cardinality(p_place) loop
    continue when refused[p_caller[i]] > 0;
    v_row := v_rows[p_place[i]];
    if p_burst[i] is null then
      v_row.times := array(
        select counted from unnest(v_row.times) counted
        where counted > v_now - p_seconds[i] * 1000 and counted <= v_now);
      if cardinality(v_row.times) >= p_max[i] and not p_forced[i] then
        refused[p_caller[i]] := i;
        waits[p_caller[i]] := greatest(1, ceil((v_row.times[1] - v_now) / 1000 + p_seconds[i]));
      else
        v_row.times := v_row.times || v_now;
      end if;
      v_row.expires_at := now() + make_interval(secs => p_seconds[i]);
    else
      v_rate := p_max[i] / (p_seconds[i] * 1000);
      v_level := least(p_burst[i],
        coalesce(v_row.level, p_burst[i]) + greatest(0, v_now - coalesce(v_row.at, v_now)) * v_rate);
      if v_level < 1 and not p_forced[i] then
        refused[p_caller[i]] := i;
        waits[p_caller[i]] := greatest(1, ceil((1 - v_level) / v_rate / 1000));
      else
        v_level := v_level - p_cost[i];
      end if;
      v_row.level := v_level;
      v_row.at := v_now;
      v_row.expires_at := now() + make_interval(secs => (p_burst[i] - v_level) / v_rate / 1000);
    end if;
    v_rows[p_place[i]] := v_row;
  end loop;
  update vault.rate_limit r
    set times = n.times, level = n.level, at = n.at, expires_at = n.expires_at
    from unnest(v_rows) n where r.place = n.place;
end $$`;

/** Its time is that before the rows are locked. */
export const countCalls = countCallsFunction({
  create: 'create function',
  now: `constant float8 := ${NOW}`,
  onceLocked: '',
});

/** Its time is that of the lock: with an earlier one, it would drop what others counted while it waited. */
export const countCallsInOrder = countCallsFunction({
  create: 'create or replace function',
  now: 'float8',
  onceLocked: `v_now := ${NOW};`,
});

/**
 * `vault.begin_log_in` counts a log-in attempt, or returns the seconds to wait when it comes too early; failures from a
 * trusted address are counted separately. `vault.succeed_log_in` deletes them and trusts the address for 90 days.
 */
export const throttleLogIns = `
create function vault.log_in_place(p_all text, p_own text, p_trusted text) returns text language sql as $$
  select case when exists (select from vault.rate_limit where place = p_trusted and expires_at > now())
    then p_own else p_all end
$$;

create function vault.begin_log_in(p_all text, p_own text, p_trusted text, p_free int, p_most int)
returns int language plpgsql as $$
declare
  v_now constant float8 := extract(epoch from clock_timestamp()) * 1000;
  v_place constant text := vault.log_in_place(p_all, p_own, p_trusted);
  v_row vault.rate_limit;
  v_left int;
  v_count float8;
begin
  insert into vault.rate_limit as r (place, level, at, expires_at) values (v_place, 0, 0, now() + interval '24 hours')
    on conflict (place) do update set expires_at = r.expires_at
    returning * into v_row;
  v_left := ceil((v_row.at - v_now) / 1000);
  if v_left > 0 and v_left <= p_most then return v_left; end if;
  v_count := case when v_row.expires_at < now() then 0 else v_row.level end + 1;
  update vault.rate_limit
    set level = v_count,
        at = v_now + 1000 * case when v_count < p_free then 0 else least(2 ^ least(v_count - p_free, 30), p_most) end,
        expires_at = now() + interval '24 hours'
    where place = v_place;
  return 0;
end $$;

create function vault.succeed_log_in(p_all text, p_own text, p_trusted text) returns void language plpgsql as $$
begin
  delete from vault.rate_limit where place = vault.log_in_place(p_all, p_own, p_trusted);
  insert into vault.rate_limit (place, expires_at) values (p_trusted, now() + interval '90 days')
    on conflict (place) do update set expires_at = excluded.expires_at;
end $$`;
