import { toBase64 } from './base64.ts';

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
