import { nodeHash } from '@anecdotes/contracts/server/transparency/merkle-tree';

/** What a proof of the wrong length leads to, which is the hash of nothing. */
const NONE = new Uint8Array();

/** Whether `proof` leads from the leaf with hash `leaf` to `root`: RFC 6962, section 2.1.1, from the root down. */
export function isIncluded(
  { index, size, leaf, root }: { index: number; size: number; leaf: Uint8Array; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  return index < size && Buffer.compare(rootFrom(leaf, index, size, proof), root) === 0;
}

function rootFrom(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[]): Uint8Array {
  if (size === 1) return proof.length === 0 ? leaf : NONE;
  const [rest, sibling = NONE] = [proof.slice(0, -1), proof.at(-1)];
  const split = splitOf(size);
  return index < split
    ? nodeHash(rootFrom(leaf, index, split, rest), sibling)
    : nodeHash(sibling, rootFrom(leaf, index - split, size - split, rest));
}

type Root = { readonly size: number; readonly root: Uint8Array };

/** Whether `proof` shows that the tree `second` begins with the tree `first`: RFC 6962, section 2.1.2. */
export function isConsistent(first: Root, second: Root, proof: readonly Uint8Array[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === 0) return proof.length === 0;
  const [before, after] = rootsFrom(first.size, second.size, proof, first.root);
  return Buffer.compare(before, first.root) === 0 && Buffer.compare(after, second.root) === 0;
}

/** The roots of the first `first` of `size` leaves and of all; `known` is the first one where the proof leaves it out. */
function rootsFrom(
  first: number,
  size: number,
  proof: readonly Uint8Array[],
  known?: Uint8Array,
): [before: Uint8Array, after: Uint8Array] {
  const [rest, sibling = NONE] = [proof.slice(0, -1), proof.at(-1)];
  if (first === size) {
    const root = proof.length === (known === undefined ? 1 : 0) ? (known ?? sibling) : NONE;
    return [root, root];
  }
  const split = splitOf(size);
  if (first <= split) {
    const [before, after] = rootsFrom(first, split, rest, known);
    return [before, nodeHash(after, sibling)];
  }
  const [before, after] = rootsFrom(first - split, size - split, rest);
  return [nodeHash(sibling, before), nodeHash(sibling, after)];
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1);
}
