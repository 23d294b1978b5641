import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { fromBase64, toBase64 } from './base64.ts';
import { sha256 } from './merkle-tree.ts';

/**
 * Signed notes of C2SP (https://c2sp.org/signed-note) with Ed25519: a text, an empty line, and lines with signatures.
 * Keys are written as golang.org/x/mod/sumdb/note writes them: `name+id+base64` of type and key, and the same after
 * `PRIVATE+KEY+` for a private key.
 */

/** A key that signs the text of a note, or cosigns it with a time (https://c2sp.org/tlog-cosignature). */
type KeyType = 'signature' | 'cosignature';

const TYPE_BYTES: Record<KeyType, number> = { signature: 0x01, cosignature: 0x04 };
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const MAX_NOTE = 1_000_000;
const MAX_SIGNATURES = 100;
const SIGNER_PREFIX = 'PRIVATE+KEY+';
/** What comes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 10.3). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A public key that verifies notes. */
export type VerifierKey = {
  readonly name: string;
  /** The first 4 bytes of SHA-256 over name, newline, type and key, in hexadecimal. */
  readonly id: string;
  readonly type: KeyType;
  readonly key: KeyObject;
};

/** A private key that signs notes, with its public key. */
export type SignerKey = { readonly verifier: VerifierKey; readonly key: KeyObject };

/** One line with a signature. */
export type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Buffer };

/** Thrown for a note that cannot be trusted; the message is a sentence that says why. */
export class NoteRefused extends Error {
  override name = 'NoteRefused';
}

/** A new private key called `name`, as text. */
export function newSignerKey(name: string): string {
  const { d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const seed = Buffer.from(d, 'base64url');
  const key = Buffer.concat([Buffer.of(TYPE_BYTES.signature), seed]);
  return `${SIGNER_PREFIX}${name}+${signerOf(name, seed).verifier.id}+${toBase64(key)}`;
}

/** The private key that `text` holds; undefined when it holds none. */
export function signerKeyOf(text: string): SignerKey | undefined {
  if (!text.startsWith(SIGNER_PREFIX)) return undefined;
  const parts = partsOfKey(text.slice(SIGNER_PREFIX.length));
  if (parts?.type !== 'signature') return undefined;
  const signer = signerOf(parts.name, parts.bytes);
  return signer.verifier.id === parts.id ? signer : undefined;
}

/** The public key that `text` holds; undefined when it holds none, or when its id belongs to another key. */
export function verifierKeyOf(text: string): VerifierKey | undefined {
  const parts = partsOfKey(text);
  if (parts === undefined) return undefined;
  const { name, id, type, bytes } = parts;
  if (keyId(name, type, bytes) !== id) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return { name, id, type, key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

/** `key` as text. */
export function verifierKeyText({ name, id, type, key }: VerifierKey): string {
  return `${name}+${id}+${toBase64(Buffer.concat([Buffer.of(TYPE_BYTES[type]), publicBytes(key)]))}`;
}

function partsOfKey(text: string) {
  const [, name = '', id = '', encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const types = Object.entries(TYPE_BYTES) as [KeyType, number][];
  const type = types.find(([, byte]) => byte === bytes?.[0])?.[0];
  if (!isKeyName(name) || bytes?.length !== 1 + KEY_BYTES || type === undefined) return undefined;
  return { name, id, type, bytes: bytes.subarray(1) };
}

/** Names have neither white space nor a plus sign. */
function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+\p{White_Space}\p{Cc}]/u.test(name);
}

function signerOf(name: string, seed: Buffer): SignerKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const verifying = createPublicKey(key);
  const id = keyId(name, 'signature', publicBytes(verifying));
  return { key, verifier: { name, id, type: 'signature', key: verifying } };
}

function publicBytes(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function keyId(name: string, type: KeyType, publicKey: Uint8Array): string {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(TYPE_BYTES[type]), publicKey]);
  return sha256(named).subarray(0, ID_BYTES).toString('hex');
}

/** The note with `text`, which ends with a newline, signed with `signer`. */
export function signNote(text: string, signer: SignerKey): string {
  const { name, id } = signer.verifier;
  const signature = sign(null, Buffer.from(text), signer.key);
  return `${text}\n${signatureLine({ name, id, signature })}`;
}

export function signatureLine({ name, id, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(Buffer.concat([Buffer.from(id, 'hex'), signature]))}\n`;
}

/** The text and the signatures of a note, none of them verified. Throws NoteRefused for anything else. */
export function parseNote(note: string | Uint8Array): { text: string; signatures: NoteSignature[] } {
  const decoded = typeof note === 'string' ? note : decode(note);
  const end = decoded.lastIndexOf('\n\n');
  const lines = decoded.slice(end + 2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not hold.
  const isText = decoded.length <= MAX_NOTE && decoded.isWellFormed() && !/[\0-\x09\x0b-\x1f]/.test(decoded);
  if (end < 0 || !isText || !lines.endsWith('\n')) throw new NoteRefused('This is not a signed note.');
  const signatures = lines.slice(0, -1).split('\n').map(signatureOf);
  if (signatures.length > MAX_SIGNATURES) throw new NoteRefused('The note has too many signatures.');
  return { text: decoded.slice(0, end + 1), signatures };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NoteRefused('This is not a signed note: it is not UTF-8.');
  }
}

function signatureOf(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= ID_BYTES) {
    throw new NoteRefused('The note has a line that is not a signature.');
  }
  return { name, id: bytes.subarray(0, ID_BYTES).toString('hex'), signature: bytes.subarray(ID_BYTES) };
}

/**
 * The text of a note, with those of `keys` that signed it; at least one. Signatures of other keys are ignored. Throws
 * NoteRefused when there is no signature of `keys`, or when one of them is wrong.
 */
export function openNote(
  note: string | Uint8Array,
  keys: readonly VerifierKey[],
): { text: string; signedBy: VerifierKey[] } {
  const { text, signatures } = parseNote(note);
  const signedBy = new Set<VerifierKey>();
  for (const signature of signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
    if (key === undefined) continue;
    if (!isSignatureOf(key, text, signature.signature)) {
      throw new NoteRefused(`The signature of ${key.name}+${key.id} is wrong.`);
    }
    signedBy.add(key);
  }
  if (signedBy.size === 0) throw new NoteRefused('No known key has signed this note.');
  return { text, signedBy: [...signedBy] };
}

function isSignatureOf({ type, key }: VerifierKey, text: string, signature: Buffer): boolean {
  const timeBytes = type === 'cosignature' ? TIME_BYTES : 0;
  if (signature.length !== timeBytes + SIGNATURE_BYTES) return false;
  const signed = type === 'cosignature' ? cosignedText(text, signature.readBigUInt64BE()) : text;
  return verify(null, Buffer.from(signed), key, signature.subarray(timeBytes));
}

/** What a witness signs at `time`, in seconds since 1970 (https://c2sp.org/tlog-cosignature). */
export function cosignedText(text: string, time: bigint): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}
