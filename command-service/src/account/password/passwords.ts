import crypto from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createQueue } from '../../concurrency/queue.ts';
import { leastCost, MAX_PASSES } from './password-cost.ts';
import { type Cost, type Hashing, hashingOf, hashWith, verify } from './password-hash.ts';

/** Hashes and checks passwords; each takes a tenth of a second and 64 MiB, so few run at once. */
export type Passwords = {
  /** The hash of `password` as a PHC string. */
  hash(password: string): Promise<string>;
  /** True when `password` has `hash`; for undefined it takes as long and returns false. */
  matches: Matches;
  /** Runs `check` in one of the few places, so that nothing is looked up for whom there is no place. */
  runQueued<Result>(check: (matches: Matches) => Promise<Result>): Promise<Result>;
  /** Refuses who still waits with UNAVAILABLE, for a program that ends. */
  close(): void;
  /** True when a new hash of the same password would be a stronger one. */
  isOutdated(hash: string): boolean;
};

type Matches = (password: string, hash: string | undefined) => Promise<boolean>;

/** One core stays free for everybody else, and one of the four threads of Node's pool to check tokens. */
const MAX_CONCURRENT = Math.min(3, Math.max(1, availableParallelism() - 1));
const MAX_WAITING = 32;

const scryptCost: Cost = { ln: 17, r: 8, p: 1 };

/**
 * argon2id at `cost`, or scrypt where this Node has none. All but `isOutdated` throw UNAVAILABLE when 32
 * others are waiting.
 */
export function createPasswords(cost: Cost = leastCost, atOnce = MAX_CONCURRENT): Passwords {
  const queue = createQueue(atOnce, MAX_WAITING);
  let hashing: Hashing =
    crypto.argon2 === undefined ? { algorithm: 'scrypt', cost: scryptCost } : { algorithm: 'argon2id', cost };
  const makeDummyHash = () => hashWith(hashing, crypto.randomBytes(16).toString('hex'));
  let dummyHash = makeDummyHash();

  /** A process that found this machine faster has made dearer hashes; a hash for nobody must be as dear. */
  function learnFrom(kept: Hashing): void {
    if (!isWeaker(hashing, kept) || (kept.cost.t ?? 0) > MAX_PASSES || kept.cost.m !== hashing.cost.m) return;
    hashing = kept;
    dummyHash = makeDummyHash();
  }

  const matches: Matches = async (password, hash) => {
    const kept = hash ?? (await dummyHash);
    const isMatch = await verify(password, kept);
    learnFrom(hashingOf(kept));
    const missing = isMatch ? undefined : missingWork(hashingOf(kept), hashing);
    // A wrong password of an older hash is refused no sooner than that of nobody.
    if (missing !== undefined) await hashWith(missing, password);
    return isMatch && hash !== undefined;
  };

  return {
    hash: (password) => queue.run(() => hashWith(hashing, password)),
    matches: (password, hash) => queue.run(() => matches(password, hash)),
    runQueued: (check) => queue.run(() => check(matches)),
    isOutdated: (hash) => isWeaker(hashingOf(hash), hashing),
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

/** What is to be done after `one` so that both together take as long as `other`. */
function missingWork(one: Hashing, other: Hashing): Hashing | undefined {
  if (!isWeaker(one, other) || one.algorithm !== other.algorithm) return undefined;
  const { m = 1, t = 1 } = other.cost;
  const passes = Math.round(t - workOf(one) / m);
  return passes < 1 ? undefined : { ...other, cost: { ...other.cost, t: passes } };
}
