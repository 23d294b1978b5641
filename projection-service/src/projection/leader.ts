import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const LEASE_SECONDS = 10;
const RENEW_EVERY_MS = 3_000;
const ASK_EVERY_MS = 1_000;

/**
 * Does `work` while this process holds the lease called `name`, and again whenever it gets it back, until `signal`
 * aborts. Another process takes over at most LEASE_SECONDS after this one fell silent. The lease only saves useless
 * work: what keeps two writers apart is the checkpoint.
 */
export async function leadWhile(
  pool: pg.Pool,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const holder = randomUUID();
  while (!signal.aborted) {
    const term = await acquire(pool, name, holder).catch(() => undefined);
    if (term === undefined) {
      await pause(ASK_EVERY_MS, signal);
      continue;
    }
    const reign = new AbortController();
    const working = AbortSignal.any([signal, reign.signal]);
    const keeping = keep(pool, name, holder, term, working).finally(() => reign.abort());
    try {
      await work(working);
    } finally {
      reign.abort();
      await keeping;
      await giveUp(pool, name, holder, term).catch(() => {});
    }
  }
}

/** Ends whatever lease is running, for a program that knows that its holder is gone. */
export async function endLease(pool: pg.Pool, name: string): Promise<void> {
  await pool.query('delete from projection.lease where name = $1', [name]);
}

/** The number of the new term, or undefined while another holder's lease runs. Only the database's clock counts. */
async function acquire(pool: pg.Pool, name: string, holder: string): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ generation: bigint }>(
    `insert into projection.lease as l (name, holder, generation, expires_at)
     values ($1, $2, 1, now() + make_interval(secs => $3))
     on conflict (name) do update
       set holder = excluded.holder, generation = l.generation + 1, expires_at = excluded.expires_at
       where l.expires_at < now()
     returning generation`,
    [name, holder, LEASE_SECONDS],
  );
  return rows[0]?.generation;
}

/** Renews the lease until `signal` aborts; returns when it is lost or could not be renewed for its whole length. */
async function keep(pool: pg.Pool, name: string, holder: string, term: bigint, signal: AbortSignal): Promise<void> {
  let renewed = performance.now();
  while (!signal.aborted && performance.now() - renewed < LEASE_SECONDS * 1_000) {
    await pause(RENEW_EVERY_MS, signal);
    if (signal.aborted) return;
    try {
      const asked = performance.now();
      const { rowCount } = await pool.query(
        `update projection.lease set expires_at = now() + make_interval(secs => $4)
         where name = $1 and holder = $2 and generation = $3`,
        [name, holder, term, LEASE_SECONDS],
      );
      if (rowCount === 0) return;
      renewed = asked;
    } catch {
      // The database may be back before the lease ends.
    }
  }
}

async function giveUp(pool: pg.Pool, name: string, holder: string, term: bigint): Promise<void> {
  await pool.query(
    `update projection.lease set expires_at = now() - interval '1 second'
     where name = $1 and holder = $2 and generation = $3`,
    [name, holder, term],
  );
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}
