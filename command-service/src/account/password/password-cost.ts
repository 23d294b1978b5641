import crypto from 'node:crypto';
import type pg from 'pg';
import { type Cost, hashWith } from './password-hash.ts';

/** The minimum cost of every hash: 64 MiB, 3 passes, 1 lane. */
export const leastCost = { m: 65_536, t: 3, p: 1 } as const satisfies Cost;

/** The maximum passes: more would make log-ins slow after the database is moved to a slower machine. */
export const MAX_PASSES = 10;

/** How long a hash should take on this machine. */
const TARGET_MS = 100;
const MEASUREMENTS = 3;
const MEASUREMENT_TIMEOUT_MS = 250;

/**
 * The cost of new hashes: as many passes as this machine does in 100 ms while it is idle, but never fewer than the
 * minimum, and never fewer than the stored hashes have.
 */
export async function calibratedCost(vault: pg.Pool): Promise<Cost> {
  if (crypto.argon2 === undefined) return leastCost;
  const passes = Math.max(await keptPasses(vault), Math.floor(TARGET_MS / (await millisecondsPerPass())));
  return { ...leastCost, t: Math.min(MAX_PASSES, Math.max(leastCost.t, passes)) };
}

/** The fastest of a few measurements: other load on this machine can only make one slower. */
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
