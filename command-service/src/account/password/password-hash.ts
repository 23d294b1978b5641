import crypto from 'node:crypto';

/** `m` (KiB), `t` and `p` of argon2id; `ln`, `r`, `p` of scrypt. */
export type Cost = Readonly<Record<string, number>>;

/** A hash algorithm and its cost. */
export type Hashing = { readonly algorithm: 'argon2id' | 'scrypt'; readonly cost: Cost };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The minimum scrypt cost that OWASP recommends needs 128 MiB. */
const SCRYPT_MAX_MEMORY = 256 * 1024 * 1024;

/** The hash of `password` under a new salt, as a PHC string, which contains the cost. */
export async function hashWith(hashing: Hashing, password: string): Promise<string> {
  const salt = crypto.randomBytes(SALT_BYTES);
  const version = hashing.algorithm === 'argon2id' ? '$v=19' : '';
  const derived = await derive(hashing, password, salt);
  return `$${hashing.algorithm}${version}$${written(hashing.cost)}$${base64(salt)}$${base64(derived)}`;
}

/** True when the PHC string `phc` is a hash of `password`. */
export async function verify(password: string, phc: string): Promise<boolean> {
  const { hashing, salt, expected } = partsOf(phc);
  return crypto.timingSafeEqual(await derive(hashing, password, salt), expected);
}

/** The algorithm and cost of the PHC string `phc`. Throws for any other text. */
export function hashingOf(phc: string): Hashing {
  return partsOf(phc).hashing;
}

function partsOf(phc: string): { hashing: Hashing; salt: Buffer; expected: Buffer } {
  const parts = /^\$(argon2id|scrypt)\$(?:v=19\$)?([a-z0-9=,]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (parts === null) throw new Error('the stored password hash is not in a known format');
  const [, algorithm, cost = '', salt = '', expected = ''] = parts;
  return {
    hashing: { algorithm: algorithm === 'scrypt' ? 'scrypt' : 'argon2id', cost: read(cost) },
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(expected, 'base64'),
  };
}

function derive({ algorithm, cost }: Hashing, password: string, salt: Buffer): Promise<Buffer> {
  return algorithm === 'scrypt' ? scrypt(cost, password, salt) : argon2id(cost, password, salt);
}

function argon2id({ m = 0, t = 0, p = 0 }: Cost, message: string, nonce: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = { message, nonce, memory: m, passes: t, parallelism: p, tagLength: HASH_BYTES };
    crypto.argon2('argon2id', parameters, (error, tag) => (error === null ? resolve(tag) : reject(error)));
  });
}

function scrypt({ ln = 0, r = 0, p = 0 }: Cost, password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: SCRYPT_MAX_MEMORY };
    crypto.scrypt(password, salt, HASH_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
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
