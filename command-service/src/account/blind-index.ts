import { deriveKey, hmac } from '@anecdotes/contracts/server/crypto/derived-key';

/** The username of the guest account, to which everybody may log in. */
export const GUEST_USERNAME = 'guest';

/** Returns the keyed hash by which a name is looked up; names that count as equal have the same one. */
export type BlindIndex = (name: string) => string;

export type BlindIndexes = { readonly username: BlindIndex; readonly email: BlindIndex };

/** Blind indexes under keys derived from `masterKey`, so that nobody else can find a name by hashing guesses. */
export function createBlindIndexes(masterKey: Uint8Array): BlindIndexes {
  return {
    username: createBlindIndex(masterKey, 'username-mark', (name) => name.normalize('NFKC').toLowerCase().trim()),
    // Addresses that differ only in case belong, in practice, to one person who typed it in different ways.
    email: createBlindIndex(masterKey, 'email-mark', (address) => address.toLowerCase().trim()),
  };
}

/**
 * A blind index for one `purpose`, which is part of every stored hash; `canonical` maps names that count as equal to the
 * same text.
 */
export function createBlindIndex(
  masterKey: Uint8Array,
  purpose: string,
  canonical: (name: string) => string,
): BlindIndex {
  const key = deriveKey(masterKey, purpose);
  return (name) => hmac(key, canonical(name)).toString('hex');
}
