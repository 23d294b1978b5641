import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { publicRandomBytes } from './random.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts `text` with AES-256-GCM under `key` (32 bytes) and binds it to `context`: it opens only with the same one.
 * Returns base64url of nonce (12 bytes), tag (16 bytes) and ciphertext; nonces are random, so one key may seal 2^32
 * texts (NIST SP 800-38D, 8.3).
 */
export function seal(key: Uint8Array, context: string, text: string): string {
  const nonce = publicRandomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, keyObjectOf(key), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts what `seal` made. Throws when key or context differ or a byte was changed. */
export function open(key: Uint8Array, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, keyObjectOf(key), bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8');
}

const keyObjects = new WeakMap<Uint8Array, KeyObject>();

/** The key object of `key`, cached for each array: making one takes two thirds of the time to seal a short text. */
export function keyObjectOf(key: Uint8Array): KeyObject {
  let keyObject = keyObjects.get(key);
  if (keyObject === undefined) {
    keyObject = createSecretKey(key);
    keyObjects.set(key, keyObject);
  }
  return keyObject;
}
