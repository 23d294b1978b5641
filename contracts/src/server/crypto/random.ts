import { randomFillSync } from 'node:crypto';

/** The system's generator takes a few microseconds per call, whether for 12 bytes or for all of these. */
const POOL_BYTES = 4_096;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** `length` random bytes (at most 4,096) for ids and nonces, which are not secret; no byte is returned twice. */
export function publicRandomBytes(length: number): Buffer {
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return Buffer.copyBytesFrom(pool, used - length, length);
}
