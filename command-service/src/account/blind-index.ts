import { deriveKey, hmac } from '@anecdotes/contracts/server/crypto/derived-key';

/** The name under which everybody may log in to the shared account. */
export const GUEST_USERNAME = 'guest';

/** Returns the keyed hash that names the reservation stream of a name; names that count as equal have the same one. */
export type BlindIndex = (name: string) => string;

export type BlindIndexes = { readonly username: BlindIndex; readonly email: BlindIndex };

/** Blind indexes under keys derived from `masterKey`, so that the log does not give names away to a list of guesses. */
export function createBlindIndexes(masterKey: Uint8Array): BlindIndexes {
  return {
    username: createBlindIndex(masterKey, 'username-mark', (name) => name.normalize('NFKC').toLowerCase().trim()),
    // Two people whose addresses differ in case only are unheard of; one person who types it both ways is not.
    email: createBlindIndex(masterKey, 'email-mark', (address) => address.toLowerCase().trim()),
  };
}

/** A blind index for one `purpose`; `canonical` makes names that count as equal the same. */
export function createBlindIndex(
  masterKey: Uint8Array,
  purpose: string,
  canonical: (name: string) => string,
): BlindIndex {
  const key = deriveKey(masterKey, purpose);
  return (name) => hmac(key, canonical(name)).toString('hex');
}
