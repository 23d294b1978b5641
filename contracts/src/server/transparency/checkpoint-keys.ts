import { newSignerKey, type SignerKey, signerKeyOf, type VerifierKey, verifierKeyOf } from './signed-note.ts';

/** The keys of one log: the one that signs its checkpoints now, and the public keys of all that ever signed them. */
export type CheckpointKeys = { readonly signer: SignerKey; readonly verifiers: readonly VerifierKey[] };

/**
 * Reads keys, one per line: the first is the private key that signs, the others, private or public, are earlier keys
 * that it replaced. All have the same name, the origin of the log. Returns undefined for anything else.
 */
export function checkpointKeysOf(text: string): CheckpointKeys | undefined {
  const [first = '', ...older] = text.trim().split(/\s*\n\s*/);
  const signer = signerKeyOf(first);
  if (signer === undefined) return undefined;
  const verifiers = [signer.verifier];
  for (const line of older) {
    const key = signerKeyOf(line)?.verifier ?? verifierKeyOf(line);
    if (key?.type !== 'signature' || key.name !== signer.verifier.name) return undefined;
    verifiers.push(key);
  }
  return { signer, verifiers };
}

/**
 * A server that cosigns checkpoints: a C2SP tlog-witness at an http(s) address; a name and password in it are sent as
 * basic authorization.
 */
export type Witness = { readonly key: VerifierKey; readonly url: string };

/** Reads witnesses, separated by commas: each a public key, a space and an address. Undefined for anything else. */
export function witnessesOf(text: string): Witness[] | undefined {
  const witnesses = text.split(',').map((one) => {
    const [keyText = '', url = '', ...more] = one.trim().split(/\s+/);
    const key = verifierKeyOf(keyText);
    const isAddress = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
    return key?.type === 'cosignature' && isAddress && more.length === 0 ? { key, url } : undefined;
  });
  return witnesses.every((witness) => witness !== undefined) ? witnesses : undefined;
}

/** A new private key for a log at `address`, or at `localhost` without one; no two logs have the same origin. */
export function newCheckpointKey(address?: string): string {
  const host = address === undefined ? 'localhost' : new URL(address).host;
  return `${newSignerKey(`${host}/api/tlog/${crypto.randomUUID()}`)}\n`;
}
