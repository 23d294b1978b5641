import crypto from 'node:crypto';
import { Problem } from '@anecdotes/contracts';

/** Hashes and checks passwords; each takes tens of milliseconds and 64 MiB, so few run at once. */
export type Passwords = {
  /** The hash of `password` as a PHC string. */
  hash(password: string): Promise<string>;
  /** True when `password` has `hash`; for undefined it takes as long and answers false. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** True when a new hash of the same password would be a stronger one. */
  isOutdated(hash: string): boolean;
};

/** Node's pool has four threads; one stays free to check tokens. */
const AT_ONCE = 3;
const WAITING = 32;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** OWASP's scrypt floor needs 128 MiB. */
const SCRYPT_MAX_MEMORY = 256 * 1024 * 1024;

/**
 * argon2id (by default 64 MiB, 3 passes, 1 lane), or scrypt where this Node has none. Both functions throw UNAVAILABLE
 * when 32 others are waiting.
 */
export function createPasswords(cost: Cost = argon2idCost): Passwords {
  const limited = createQueue();
  const newHash = (password: string) => hashWith(algorithmOf(cost), password);
  const stranger = newHash(crypto.randomBytes(SALT_BYTES).toString('hex'));
  return {
    hash: (password) => limited(() => newHash(password)),
    matches: (password, hash) =>
      limited(async () => {
        const isMatch = await verify(password, hash ?? (await stranger));
        return isMatch && hash !== undefined;
      }),
    isOutdated: (hash) => !hash.startsWith(`${algorithmOf(cost).prefix}$`),
  };
}

type Derive = (password: string, salt: Buffer) => Promise<Buffer>;

/** `m` and `t`, `p` of argon2id; `ln`, `r`, `p` of scrypt. */
export type Cost = Readonly<Record<string, number>>;

const argon2idCost: Cost = { m: 65_536, t: 3, p: 1 };
const scryptCost: Cost = { ln: 17, r: 8, p: 1 };

type Algorithm = { prefix: string; derive: Derive };

function algorithmOf(cost: Cost): Algorithm {
  return crypto.argon2 === undefined
    ? { prefix: `$scrypt$${written(scryptCost)}`, derive: scrypt(scryptCost) }
    : { prefix: `$argon2id$v=19$${written(cost)}`, derive: argon2id(cost) };
}

async function hashWith({ prefix, derive }: Algorithm, password: string): Promise<string> {
  const salt = crypto.randomBytes(SALT_BYTES);
  return `${prefix}$${base64(salt)}$${base64(await derive(password, salt))}`;
}

async function verify(password: string, phc: string): Promise<boolean> {
  const parts = /^\$(argon2id|scrypt)\$(?:v=19\$)?([a-z0-9=,]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (parts === null) throw new Error('this is no password hash');
  const [, algorithm, cost = '', salt = '', expected = ''] = parts;
  const derive = (algorithm === 'scrypt' ? scrypt : argon2id)(read(cost));
  const actual = await derive(password, Buffer.from(salt, 'base64'));
  return crypto.timingSafeEqual(actual, Buffer.from(expected, 'base64'));
}

function argon2id({ m = 0, t = 0, p = 0 }: Cost): Derive {
  return (password, nonce) =>
    new Promise((resolve, reject) => {
      const parameters = { message: password, nonce, memory: m, passes: t, parallelism: p, tagLength: HASH_BYTES };
      crypto.argon2('argon2id', parameters, (error, tag) => (error === null ? resolve(tag) : reject(error)));
    });
}

function scrypt({ ln = 0, r = 0, p = 0 }: Cost): Derive {
  return (password, salt) =>
    new Promise((resolve, reject) => {
      const options = { N: 2 ** ln, r, p, maxmem: SCRYPT_MAX_MEMORY };
      crypto.scrypt(password, salt, HASH_BYTES, options, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
}

function written(cost: Cost): string {
  return Object.entries(cost)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

function read(cost: string): Cost {
  return Object.fromEntries(cost.split(',').map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])]));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function createQueue(): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length < WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Problem('UNAVAILABLE', { retryAfter: 1 });
    try {
      return await run();
    } finally {
      // A place is handed over, so that nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
