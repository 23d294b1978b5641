import crypto from 'node:crypto';
import type pg from 'pg';
import { type Cost, hashWith } from './password-hash.ts';

/** What every hash costs at least: 64 MiB, 3 passes, 1 lane. */
export const leastCost = { m: 65_536, t: 3, p: 1 } as const satisfies Cost;

/** More passes than this would make a log-in slow wherever the database is moved to. */
export const MAX_PASSES = 10;

/** How long a hash should take on this machine. */
const TARGET_MS = 100;
const MEASUREMENTS = 3;
const MEASUREMENT_TIMEOUT_MS = 250;

/**
 * What new hashes cost: as many passes as this machine does in a tenth of a second while nothing disturbs it, never
 * fewer than the least and never fewer than those of hashes that are kept.
 */
export async function calibratedCost(vault: pg.Pool): Promise<Cost> {
  if (crypto.argon2 === undefined) return leastCost;
  const passes = Math.max(await keptPasses(vault), Math.floor(TARGET_MS / (await millisecondsPerPass())));
  return { ...leastCost, t: Math.min(MAX_PASSES, Math.max(leastCost.t, passes)) };
}

/** The fastest of a few tries: whatever else runs here makes it look slower, never faster. */
async function millisecondsPerPass(): Promise<number> {
  const begun = performance.now();
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < MEASUREMENTS && performance.now() - begun < MEASUREMENT_TIMEOUT_MS; time += 1) {
    const start = performance.now();
    await hashWith({ algorithm: 'argon2id', cost: leastCost }, 'a password');
    least = Math.min(least, (performance.now() - start) / leastCost.t);
  }
  return least;
}

async function keptPasses(vault: pg.Pool): Promise<number> {
  const form = String.raw`^\$argon2id\$v=19\$m=${leastCost.m},t=(\d{1,2}),p=${leastCost.p}\$`;
  const { rows } = await vault.query<{ passes: number | null }>(
    'select max(substring(password_hash from $1)::int) as passes from vault.credential',
    [form],
  );
  return rows[0]?.passes ?? 0;
}
