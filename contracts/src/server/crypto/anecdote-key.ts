import { createHmac } from 'node:crypto';
import { keyObjectOf } from './sealing.ts';

/**
 * How many anecdotes one block of the vault serves. Their secrets are derived from the block's, so that a block is
 * written once for all of them; to destroy one secret, the block is replaced by the other secrets.
 */
export const BLOCK_SIZE = 256;

/** Names the secret of one anecdote: `number` (from 0) of the block with the id `block` (UUID). */
export function anecdoteKeyId(block: string, number: number): string {
  return `${block}.${number}`;
}

/** The block and the number that `keyId` names. */
export function partsOf(keyId: string): { block: string; number: number } {
  const dot = keyId.lastIndexOf('.');
  return { block: keyId.slice(0, dot), number: Number(keyId.slice(dot + 1)) };
}

/** The secret of anecdote `number` of a block: 32 bytes from the block's secret (32 bytes). */
export function secretOf(block: Uint8Array, number: number): Uint8Array {
  return expand(block, `anecdote-secret\n${number}`);
}

/** The key of an anecdote: 32 bytes from the key of its person (32 bytes) and its own secret (32 bytes). */
export function anecdoteKeyOf(person: Uint8Array, secret: Uint8Array): Uint8Array {
  return expand(person, 'anecdote-key\n', secret);
}

/**
 * HKDF-Expand to 32 bytes (RFC 5869, 2.3): one HMAC. The Extract step is not needed, because our key material is
 * uniformly random (3.3).
 */
function expand(key: Uint8Array, ...info: (string | Uint8Array)[]): Uint8Array {
  const hmac = createHmac('sha256', keyObjectOf(key));
  for (const part of info) hmac.update(part);
  return hmac.update(FIRST_BLOCK).digest();
}

const FIRST_BLOCK = Uint8Array.of(1);
