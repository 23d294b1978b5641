import crypto from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createQueue } from '../../concurrency/queue.ts';
import { leastCost, MAX_PASSES } from './password-cost.ts';
import { type Cost, type Hashing, hashingOf, hashWith, verify } from './password-hash.ts';

/** Hashes and checks passwords; each takes about 100 ms and 64 MiB, so only a few run at once. */
export type Passwords = {
  /** The hash of `password` as a PHC string. */
  hash(password: string): Promise<string>;
  /** True when `hash` is one of `password`; without a hash it takes as long and returns false. */
  matches: Matches;
  /** Runs `check` in the queue for hashing, so that nothing is looked up for calls that the queue refuses. */
  runQueued<Result>(check: (matches: Matches) => Promise<Result>): Promise<Result>;
  /** Throws UNAVAILABLE if a call would be refused now. */
  assertNotBusy(): void;
  /** Refuses all waiting calls with UNAVAILABLE, for the shutdown. */
  close(): void;
  /** True when a new hash of the same password would be stronger. */
  isOutdated(hash: string): boolean;
};

type Matches = (password: string, hash: string | undefined) => Promise<boolean>;

/** Leaves one core free for everything else, and one of the four threads of Node's pool for checking tokens. */
const MAX_CONCURRENT = Math.min(3, Math.max(1, availableParallelism() - 1));
const MAX_WAITING = 32;

const scryptCost: Cost = { ln: 17, r: 8, p: 1 };

/**
 * Hashes with argon2id at `cost`, or with scrypt if this Node.js has no argon2. All but `isOutdated` throw UNAVAILABLE
 * when 32 others are waiting.
 */
export function createPasswords(cost: Cost = leastCost, atOnce = MAX_CONCURRENT): Passwords {
  const queue = createQueue(atOnce, MAX_WAITING);
  let hashing: Hashing =
    crypto.argon2 === undefined ? { algorithm: 'scrypt', cost: scryptCost } : { algorithm: 'argon2id', cost };
  const makeDummyHash = () => hashWith(hashing, crypto.randomBytes(16).toString('hex'));
  let dummyHash = makeDummyHash();

  /** Another process may use a higher cost. The dummy hash for unknown names must cost as much as a real one. */
  function adoptHigherCost(kept: Hashing): void {
    if (!isWeaker(hashing, kept) || (kept.cost.t ?? 0) > MAX_PASSES || kept.cost.m !== hashing.cost.m) return;
    hashing = kept;
    dummyHash = makeDummyHash();
  }

  const matches: Matches = async (password, hash) => {
    const kept = hash ?? (await dummyHash);
    const isMatch = await verify(password, kept);
    adoptHigherCost(hashingOf(kept));
    const missing = isMatch ? undefined : missingWork(hashingOf(kept), hashing);
    // A wrong password must take as long for an older, cheaper hash as for an unknown name.
    if (missing !== undefined) await hashWith(missing, password);
    return isMatch && hash !== undefined;
  };

  return {
    hash: (password) => queue.run(() => hashWith(hashing, password)),
    matches: (password, hash) => queue.run(() => matches(password, hash)),
    runQueued: (check) => queue.run(() => check(matches)),
    isOutdated: (hash) => isWeaker(hashingOf(hash), hashing),
    assertNotBusy: queue.assertNotBusy,
    close: queue.close,
  };
}

function isWeaker(one: Hashing, other: Hashing): boolean {
  if (one.algorithm !== other.algorithm) return one.algorithm === 'scrypt';
  return one.algorithm === 'argon2id' && workOf(one) < workOf(other);
}

function workOf({ cost: { m = 0, t = 0 } }: Hashing): number {
  return m * t;
}

/** The additional hashing after `one` that makes both together take as long as `other`; undefined for none. */
function missingWork(one: Hashing, other: Hashing): Hashing | undefined {
  if (!isWeaker(one, other) || one.algorithm !== other.algorithm) return undefined;
  const { m = 1, t = 1 } = other.cost;
  const passes = Math.round(t - workOf(one) / m);
  return passes < 1 ? undefined : { ...other, cost: { ...other.cost, t: passes } };
}
