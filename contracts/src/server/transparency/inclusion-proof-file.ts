import { fromBase64, toBase64 } from './base64.ts';
import { HASH_BYTES } from './merkle-tree.ts';

/** A proof that can be checked by itself: C2SP tlog-proof (https://c2sp.org/tlog-proof). */
export type InclusionProofFile = {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** What else is needed to compute the entry; undefined when nothing is. */
  readonly extra?: Uint8Array | undefined;
  /** The checkpoint with its signatures, exactly as the log made it. */
  readonly checkpoint: string;
};

const HEADER = 'c2sp.org/tlog-proof@v1';

export function proofFile({ index, hashes, extra, checkpoint }: InclusionProofFile): string {
  const lines = [HEADER, ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]), `index ${index}`];
  return `${[...lines, ...hashes.map(toBase64)].join('\n')}\n\n${checkpoint}`;
}

/** The proof in `file`; undefined when the file is not in this format. */
export function proofIn(file: string): InclusionProofFile | undefined {
  const end = file.indexOf('\n\n');
  const [header, ...lines] = file.slice(0, end).split('\n');
  if (end < 0 || header !== HEADER) return undefined;
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()?.slice('extra '.length) ?? '') : null;
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  const hashes = lines.map(fromBase64);
  if (extra === undefined || index === undefined || !hashes.every(isHash)) return undefined;
  if (!Number.isSafeInteger(Number(index))) return undefined;
  return { index: Number(index), hashes, extra: extra ?? undefined, checkpoint: file.slice(end + 2) };
}

function isHash(bytes: Buffer | undefined): bytes is Buffer {
  return bytes?.length === HASH_BYTES;
}
