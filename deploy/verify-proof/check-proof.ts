import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto';

/*
 * Checks a proof that an event was in a log: C2SP tlog-proof, tlog-checkpoint and signed-note (https://c2sp.org), RFC
 * 6962. It needs only Node.js, and shares no code with what makes proofs, so that they do not share a fault.
 */

/** What a valid proof says. */
export type ProvenEvent = {
  /** The event; its sealed data is opened where the proof holds the key. */
  readonly event: { readonly [field: string]: unknown };
  /** Its place in the log, from 1; `of` is the number of events in the checkpoint. */
  readonly number: bigint;
  readonly of: bigint;
  /** The origin of the log. */
  readonly log: string;
};

/** Thrown for an invalid proof; the message is a sentence that says why. */
export class ProofRefused extends Error {
  override name = 'ProofRefused';
}

/** What the proof in `bytes` says. Its key of the log must be `givenKey`, if that is given. Throws ProofRefused. */
export function checkProof(bytes: Uint8Array, givenKey?: string): ProvenEvent {
  const text = Buffer.from(bytes).toString();
  refuseUnless(Buffer.compare(Buffer.from(text), bytes) === 0, 'This is not a proof file.');
  const { extra, index, path, checkpoint } = readProof(text);
  refuseUnless(
    givenKey === undefined || givenKey === extra.log_key,
    'The proof names another key of the log than the given one.',
  );
  const { origin, size, root } = readCheckpoint(checkpoint, readKey(extra.log_key));
  refuseUnless(index < size, 'The checkpoint covers fewer events: this one is not among them.');
  const entry = sha256(extra.content);
  const found = rootFrom(sha256(Buffer.of(0), entry), index, size, path);
  refuseUnless(
    Buffer.compare(found, root) === 0,
    'The event and its hashes do not result in the root of the checkpoint.',
  );
  return { event: readEvent(extra), number: index + 1n, of: size, log: origin };
}

type Extra = { readonly content: string; readonly key?: string; readonly log_key: string };

function refuseUnless(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new ProofRefused(sentence);
}

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}

function decode(base64: string, what: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  refuseUnless(bytes.toString('base64') === base64, `${what} is not Base 64.`);
  return bytes;
}

/** Reads `name+id+base64(type, key)`. */
function readKey(text: string) {
  const name = text.slice(0, text.indexOf('+'));
  const id = text.slice(name.length + 1, name.length + 9);
  const key = decode(text.slice(name.length + 10), 'The key of the log');
  refuseUnless(
    text === `${name}+${id}+${key.toString('base64')}`,
    'The key of the log is not in the form name+id+key.',
  );
  refuseUnless(key.length === 33 && key[0] === 1, 'The key of the log is not an Ed25519 key.');
  refuseUnless(sha256(`${name}\n`, key).toString('hex', 0, 4) === id, 'The key of the log has the id of another.');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') };
  return { name, id, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

function readProof(text: string) {
  const split = text.indexOf('\n\n');
  const [header, extra = '', index = '', ...lines] = text.slice(0, Math.max(0, split)).split('\n');
  refuseUnless(header === 'c2sp.org/tlog-proof@v1', 'This is not a proof file.');
  refuseUnless(extra.startsWith('extra '), 'The proof does not hold its event.');
  refuseUnless(/^index (0|[1-9][0-9]*)$/.test(index), 'The proof has no index.');
  const path = lines.map((line) => decode(line, 'A hash'));
  refuseUnless(
    path.every((hash) => hash.length === 32),
    'A hash is not 32 bytes long.',
  );
  return {
    extra: readExtra(decode(extra.slice('extra '.length), 'The extra data').toString()),
    index: BigInt(index.slice('index '.length)),
    path,
    checkpoint: text.slice(split + 2),
  };
}

/** The content of the event, the key of the log and, in a proof for a person, the key of the anecdote. */
function readExtra(text: string): Extra {
  try {
    const { content, key, log_key } = JSON.parse(text);
    const known = JSON.stringify(key === undefined ? { content, log_key } : { content, key, log_key });
    if (known === text && typeof content === 'string' && typeof log_key === 'string') return JSON.parse(text);
  } catch {
    // Invalid JSON is refused below, like any other invalid data.
  }
  throw new ProofRefused('The extra data is not what a proof holds.');
}

/** The origin, size and root that the checkpoint names, after checking that it has a signature by `key`. */
function readCheckpoint(note: string, key: ReturnType<typeof readKey>) {
  const split = note.lastIndexOf('\n\n');
  refuseUnless(split > 0 && note.endsWith('\n'), 'The checkpoint is not a signed note.');
  const body = note.slice(0, split + 1);
  let isSigned = false;
  for (const line of note.slice(split + 2, -1).split('\n')) {
    const [dash, name, encoded = '', ...more] = line.split(' ');
    refuseUnless(dash === '—' && more.length === 0, 'The checkpoint has a line that is not a signature.');
    const bytes = decode(encoded, 'A signature');
    if (name !== key.name || bytes.toString('hex', 0, 4) !== key.id) continue;
    refuseUnless(verify(null, Buffer.from(body), key.publicKey, bytes.subarray(4)), 'The signature is wrong.');
    isSigned = true;
  }
  refuseUnless(isSigned, 'The checkpoint is not signed by the key of the log.');
  const [origin, size = '', root = ''] = body.split('\n');
  refuseUnless(origin === key.name, 'The checkpoint is of another log.');
  refuseUnless(/^[1-9][0-9]*$/.test(size), 'The checkpoint names no size.');
  return { origin, size: BigInt(size), root: decode(root, 'The root') };
}

/** The root that a leaf and its path lead to, from the root down as section 2.1 of RFC 6962 defines it. */
function rootFrom(leaf: Uint8Array, index: bigint, size: bigint, path: readonly Uint8Array[]): Uint8Array {
  const sibling = path.at(-1);
  if (size === 1n) {
    refuseUnless(sibling === undefined, 'The proof is too long.');
    return leaf;
  }
  refuseUnless(sibling !== undefined, 'The proof is too short.');
  let split = 1n;
  while (split * 2n < size) split *= 2n;
  const rest = path.slice(0, -1);
  return index < split
    ? sha256(Buffer.of(1), rootFrom(leaf, index, split, rest), sibling)
    : sha256(Buffer.of(1), sibling, rootFrom(leaf, index - split, size - split, rest));
}

/** The plain data of the event and, where there is a key, its sealed data. */
function readEvent({ content, key }: Extra): ProvenEvent['event'] {
  const { clear, sealed } = readContent(content);
  if (key === undefined || sealed === undefined) return clear;
  const { stream, id, type } = clear;
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', decode(key, 'The key of the anecdote'), bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${stream}\n${id}\n${type}`)).setAuthTag(bytes.subarray(12, 28));
    return { ...clear, ...JSON.parse(decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')) };
  } catch {
    throw new ProofRefused('The key of the anecdote does not open it.');
  }
}

function readContent(content: string) {
  try {
    const [stream, revision, id, type, { sealed, ...data }, { at }] = JSON.parse(content);
    return { clear: { stream, revision, id, type, at, ...data }, sealed };
  } catch {
    throw new ProofRefused('What it proves is not an event.');
  }
}
