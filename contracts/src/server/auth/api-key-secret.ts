import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'anec_';
const RANDOM_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256, 62^6 the first above 2^32. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** A new secret: prefix, 256 random bits and their CRC-32, both in base 62. */
export function newApiKeySecret(): string {
  const random = base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_LENGTH);
  return PREFIX + random + checksumOf(random);
}

/** True for text with the prefix of an API key, valid or not. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

const credentials = new RegExp(`^(?:\\w+\\s+)?${PREFIX}`, 'i');

/** True when an `Authorization` header holds text with the prefix of an API key, whatever its scheme. */
export function carriesApiKey(authorization: string | undefined): boolean {
  return authorization !== undefined && credentials.test(authorization);
}

/** True when `text` has the shape and the checksum of a secret; anything else need not be looked up. */
export function isApiKeySecret(text: string): boolean {
  const [, random = '', checksum] = shape.exec(text) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

/** The hash of a secret that is stored instead of it (SHA-256; 256 random bits need no slow hash). */
export function apiKeyHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function checksumOf(random: string): string {
  return base62(BigInt(crc32(random)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(length, '0');
}
