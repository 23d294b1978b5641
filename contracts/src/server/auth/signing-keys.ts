import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';

/** A key pair of access tokens; the header of a token names the one that signed it by its `kid`. */
type SigningKey = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** The key pairs of access tokens: the newest signs, and each verifies what it has signed. */
export type SigningKeys = {
  newest(): SigningKey;
  /** The keys that may have signed a token with this `kid`: all of them for one without, from an earlier version. */
  named(kid: string | undefined): readonly SigningKey[];
  /** Replaces the keys for everything that uses this object. Throws as `createSigningKeys` does. */
  replace(text: string): void;
};

const ONE_KEY = /-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----/g;

/**
 * The Ed25519 private keys in `text`, as PKCS #8 PEM, the newest first; what is between them is ignored. Throws if there
 * is none, or another kind of key.
 */
export function createSigningKeys(text: string): SigningKeys {
  let keys = keysIn(text);
  return {
    newest: () => keys[0],
    named: (kid) => (kid === undefined ? keys : keys.filter((key) => key.kid === kid)),
    replace: (next) => {
      keys = keysIn(next);
    },
  };
}

function keysIn(text: string): readonly [SigningKey, ...SigningKey[]] {
  const [newest, ...older] = (text.match(ONE_KEY) ?? []).map(signingKeyOf);
  if (newest === undefined) throw new Error('no private key');
  return [newest, ...older];
}

function signingKeyOf(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  const publicKey = createPublicKey(privateKey);
  const kid = hash('sha256', publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16);
  return { kid, privateKey, publicKey };
}
