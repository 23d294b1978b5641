import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962, section 2.1 (https://www.rfc-editor.org/rfc/rfc6962#section-2.1), the same in RFC 9162,
 * with SHA-256. A size is a count of leaves, an index counts them from 0.
 */

export const HASH_BYTES = 32;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Buffer = sha256(Buffer.alloc(0));

export function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** The hash of the leaf that holds `entry`. */
export function leafHash(entry: Uint8Array): Buffer {
  return sha256(Buffer.concat([LEAF, entry]));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([NODE, left, right]));
}

/** The complete subtree over leaves `index * 2^level` up to, not including, `(index + 1) * 2^level`. */
export type Subtree = { readonly level: number; readonly index: number };

/** Returns the hashes of complete subtrees, in their order. */
export type ReadSubtrees = (subtrees: readonly Subtree[]) => Promise<readonly Uint8Array[]>;

/** Leaves from `begin` up to, not including, `end`. */
type Range = readonly [begin: number, end: number];

/** The root of the tree over the first `size` leaves. */
export async function rootOf(size: number, read: ReadSubtrees): Promise<Uint8Array> {
  if (size === 0) return EMPTY_ROOT;
  const [root] = await hashesOf([[0, size]], read);
  return root as Uint8Array;
}

/** The Merkle audit path of RFC 6962, section 2.1.1: that leaf `index` is in the tree of `size` leaves. */
export function inclusionProof(index: number, size: number, read: ReadSubtrees): Promise<Uint8Array[]> {
  if (index < 0 || index >= size) throw new RangeError('the index of a leaf must be below the size of its tree');
  return hashesOf(pathOf(index, 0, size), read);
}

/** The Merkle consistency proof of RFC 6962, section 2.1.2; empty when `first` is 0 and for equal sizes. */
export function consistencyProof(first: number, second: number, read: ReadSubtrees): Promise<Uint8Array[]> {
  if (first < 0 || first > second) throw new RangeError('the first tree must not be larger than the second one');
  return hashesOf(first === 0 ? [] : subproofOf(first, 0, second, true), read);
}

function pathOf(index: number, begin: number, end: number): Range[] {
  if (end - begin === 1) return [];
  const middle = begin + splitOf(end - begin);
  return index < middle
    ? [...pathOf(index, begin, middle), [middle, end]]
    : [...pathOf(index, middle, end), [begin, middle]];
}

function subproofOf(first: number, begin: number, end: number, isKnown: boolean): Range[] {
  if (first === end) return isKnown ? [] : [[begin, end]];
  const middle = begin + splitOf(end - begin);
  return first <= middle
    ? [...subproofOf(first, begin, middle, isKnown), [middle, end]]
    : [...subproofOf(first, middle, end, false), [begin, middle]];
}

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

async function hashesOf(ranges: readonly Range[], read: ReadSubtrees): Promise<Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const hashes = (await read(parts.flat())).values();
  return parts.map((subtrees) => joined(subtrees.map(() => hashes.next().value as Uint8Array)));
}

/** The complete subtrees that `range` consists of, the largest first. */
function subtreesOf([begin, end]: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = begin; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** The hash over the hashes of complete subtrees that get smaller from left to right. */
function joined(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The root over 1, 2, 4, … hashes of neighbouring subtrees of equal size. */
export function rootOfNeighbours(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      above.push(nodeHash(level[at] as Uint8Array, level[at + 1] as Uint8Array));
    }
    level = above;
  }
  return level[0] as Uint8Array;
}

/** A tree that grows leaf by leaf and has a root at any time; it keeps at most one hash for each bit of its size. */
export type GrowingTree = { readonly size: number; add(leaf: Uint8Array): void; root(): Uint8Array };

export function createGrowingTree(): GrowingTree {
  /** The hashes of the complete subtrees, the largest first. */
  const hashes: Uint8Array[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(leaf) {
      let hash = leaf;
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hash = nodeHash(hashes.pop() as Uint8Array, hash);
      hashes.push(hash);
      size += 1;
    },
    root: () => (size === 0 ? EMPTY_ROOT : joined(hashes)),
  };
}
