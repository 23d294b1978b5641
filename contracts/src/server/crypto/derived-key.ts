import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * The key for one `purpose`, derived from a secret (32 bytes) by HKDF (RFC 5869). It is a key object, because Node
 * takes several times as long for an HMAC with a key in bytes.
 */
export function deriveKey(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}

/** HMAC-SHA-256 of `text` under `key`: 32 bytes. */
export function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
