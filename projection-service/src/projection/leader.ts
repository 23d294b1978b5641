import { randomUUID } from 'node:crypto';
import { abortableDelay } from '@anecdotes/contracts/server/concurrency/delay';
import type pg from 'pg';

const LEASE_SECONDS = 10;
const RENEW_EVERY_MS = 3_000;
const RENEW_WITHIN_MS = 3_000;
const ACQUIRE_EVERY_MS = 500;

type Term = { readonly name: string; readonly holder: string; readonly number: bigint };

/**
 * Runs `work` while this process holds the lease called `name`, and again whenever it gets it back, until `signal`
 * aborts. The lease is bound to one connection of `pool`, kept for as long as it is held: another process takes over as
 * soon as the database has seen that connection end, and at most LEASE_SECONDS after the last renewal. The lease only
 * avoids useless work: what prevents two writers is the fence on the checkpoint.
 */
export async function runAsLeader(
  pool: Pick<pg.Pool, 'connect'>,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const holder = randomUUID();
  while (!signal.aborted) {
    const session = await pool.connect().catch(() => undefined);
    const hasLed = session !== undefined && (await runOneTerm(session, { name, holder, signal, work }));
    if (!hasLed) await abortableDelay(ACQUIRE_EVERY_MS, signal);
  }
}

/** Leads on `session` until the lease or the connection is lost, and releases it; false when another process leads. */
async function runOneTerm(
  session: pg.PoolClient,
  options: { name: string; holder: string; signal: AbortSignal; work: (signal: AbortSignal) => Promise<void> },
): Promise<boolean> {
  const { name, holder, signal, work } = options;
  const ended = new AbortController();
  let isBroken = false;
  const broken = () => {
    isBroken = true;
    ended.abort();
  };
  session.on('error', broken);
  session.on('end', broken);
  try {
    const number = await acquire(session, name, holder).catch(broken);
    if (number === undefined) return false;
    const term = { name, holder, number };
    const working = AbortSignal.any([signal, ended.signal]);
    const renewing = renewUntilLost(session, term, working)
      .catch(broken)
      .finally(() => ended.abort());
    try {
      await work(working);
    } finally {
      ended.abort();
      await renewing;
      if (!isBroken) await release(session, term).catch(broken);
    }
    return true;
  } finally {
    session.off('error', broken);
    session.off('end', broken);
    session.release(isBroken);
  }
}

/**
 * The number of the new term, or undefined while the lease of another holder is valid and its connection alive. Only
 * the clock of the database counts. For a connection of another database user, Postgres shows only the process id; a
 * connection with the same one is then taken for the holder's.
 */
async function acquire(session: pg.ClientBase, name: string, holder: string): Promise<bigint | undefined> {
  const { rows } = await session.query<{ term: bigint }>(
    `insert into projection.lease as l (name, holder, generation, expires_at, backend_pid, backend_start)
     select $1, $2, 1, now() + make_interval(secs => $3), pid, backend_start
     from pg_stat_activity where pid = pg_backend_pid()
     on conflict (name) do update
       set holder = excluded.holder, generation = l.generation + 1, expires_at = excluded.expires_at,
           backend_pid = excluded.backend_pid, backend_start = excluded.backend_start
       where l.expires_at < now() or l.backend_pid is not null and not exists (
         select from pg_stat_activity a
         where a.pid = l.backend_pid and coalesce(a.backend_start = l.backend_start, true)
       )
     returning generation as term`,
    [name, holder, LEASE_SECONDS],
  );
  return rows[0]?.term;
}

/** Renews the lease until `signal` aborts; returns when it is lost, throws when it cannot be renewed in time. */
async function renewUntilLost(
  session: pg.ClientBase,
  { name, holder, number }: Term,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await abortableDelay(RENEW_EVERY_MS, signal);
    if (signal.aborted) return;
    const renewal = {
      text: `update projection.lease set expires_at = now() + make_interval(secs => $4)
             where name = $1 and holder = $2 and generation = $3`,
      values: [name, holder, number, LEASE_SECONDS],
      query_timeout: RENEW_WITHIN_MS,
    };
    const { rowCount } = await session.query(renewal);
    if (rowCount === 0) return;
  }
}

/** Ends the lease, so that another process can acquire it now. */
async function release(session: pg.ClientBase, { name, holder, number }: Term): Promise<void> {
  await session.query(
    `update projection.lease set expires_at = now() - interval '1 second'
     where name = $1 and holder = $2 and generation = $3`,
    [name, holder, number],
  );
}
