import { fromBase64, toBase64 } from './base64.ts';
import { HASH_BYTES } from './merkle-tree.ts';
import { NoteRefused, openNote, type SignerKey, signNote, type VerifierKey } from './signed-note.ts';

/** The size and the root of a log at one moment: C2SP tlog-checkpoint (https://c2sp.org/tlog-checkpoint). */
export type Checkpoint = {
  /** The name of the log, which is also the name of its key. */
  readonly origin: string;
  /** How many leaves its tree has. */
  readonly size: number;
  readonly root: Uint8Array;
};

/** `checkpoint` as a signed note. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signer: SignerKey): string {
  return signNote(`${origin}\n${size}\n${toBase64(root)}\n`, signer);
}

/**
 * The checkpoint in `note`, signed by one of `keys` with the name of its origin. Throws NoteRefused for another note.
 */
export function openCheckpoint(note: string | Uint8Array, keys: readonly VerifierKey[]): Checkpoint {
  const { text, signedBy } = openNote(note, keys);
  const checkpoint = checkpointIn(text);
  if (!signedBy.some(({ name, type }) => name === checkpoint.origin && type === 'signature')) {
    throw new NoteRefused('The checkpoint belongs to a different log than the key that signed it.');
  }
  return checkpoint;
}

/** The checkpoint in the text of a note. Throws NoteRefused when there is none. */
export function checkpointIn(text: string): Checkpoint {
  const [origin = '', size = '', encoded = '', ...rest] = text.split('\n');
  const root = fromBase64(encoded);
  const isWhole = rest.length > 0 && rest.at(-1) === '' && !rest.slice(0, -1).includes('');
  const isSize = /^(0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size));
  if (origin === '' || !isSize || root?.length !== HASH_BYTES || !isWhole) {
    throw new NoteRefused('The note does not contain a valid checkpoint.');
  }
  return { origin, size: Number(size), root };
}
