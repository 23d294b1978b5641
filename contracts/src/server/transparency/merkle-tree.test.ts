import { expect, test } from 'vitest';
import { isConsistent, isIncluded } from '../../../../tests/support/merkle-proofs.ts';
import {
  consistencyProof,
  createGrowingTree,
  EMPTY_ROOT,
  inclusionProof,
  leafHash,
  nodeHash,
  type ReadSubtrees,
  rootOf,
  rootOfNeighbours,
} from './merkle-tree.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const hexes = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'));

/** The test data of Certificate Transparency: github.com/transparency-dev/merkle, proof/verify_test.go. */
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(bytes);
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
].map(bytes);
const [pair, first, third, fifth, sixth, lastPair, firstFour] = [
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
];
const second = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7';
const lastFour = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4';
const seventh = 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f';

function subtreesOver(leaves: readonly Uint8Array[]): ReadSubtrees {
  return async (subtrees) =>
    subtrees.map(({ level, index }) => rootOfNeighbours(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
}

/** The root exactly as section 2.1 of RFC 6962 defines it. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

test('leaves, nodes and the empty tree are hashed as RFC 6962 says', () => {
  // github.com/transparency-dev/merkle, rfc6962/rfc6962_test.go
  expect(hexes([EMPTY_ROOT, leafHash(Buffer.alloc(0)), leafHash(Buffer.from('L123456'))])).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
  ]);
  expect(hexes([nodeHash(Buffer.from('N123'), Buffer.from('N456'))])).toEqual([
    'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
  ]);
});

test('the roots of 1 to 8 leaves are those of the Certificate Transparency test data', async () => {
  const leaves = entries.map(leafHash);
  const tree = createGrowingTree();
  for (const [index, root] of roots.entries()) {
    tree.add(leaves[index] as Uint8Array);
    expect(hexes([tree.root(), await rootOf(index + 1, subtreesOver(leaves))])).toEqual(hexes([root, root]));
  }
});

test.each([
  [0, 8, [second, pair, lastFour]],
  [5, 8, [fifth, lastPair, firstFour]],
  [2, 3, [third]],
  [1, 5, [first, pair, fifth]],
])('the inclusion proof of leaf %i in %i leaves is that of the test data', async (index, size, proof) => {
  const leaves = entries.map(leafHash);
  expect(hexes(await inclusionProof(index, size, subtreesOver(leaves)))).toEqual(proof);
  const claim = { index, size, leaf: leaves[index] as Uint8Array, root: roots[size - 1] as Uint8Array };
  expect(isIncluded(claim, (proof as string[]).map(bytes))).toBe(true);
});

test.each([
  [1, 1, []],
  [1, 8, [second, pair, lastFour]],
  [6, 8, [sixth, lastPair, firstFour]],
  [2, 5, [pair, fifth]],
  [6, 7, [sixth, seventh, firstFour]],
])('the consistency proof from %i to %i leaves is that of the test data', async (one, other, proof) => {
  const leaves = entries.map(leafHash);
  expect(hexes(await consistencyProof(one, other, subtreesOver(leaves)))).toEqual(proof);
  const at = (size: number) => ({ size, root: roots[size - 1] as Uint8Array });
  expect(isConsistent(at(one), at(other), (proof as string[]).map(bytes))).toBe(true);
});

test('every proof in trees of up to 20 leaves verifies, but not when a bit, an index or a length is changed', async () => {
  const leaves = Array.from({ length: 20 }, (_, index) => leafHash(Buffer.from([index])));
  const read = subtreesOver(leaves);
  const root = (size: number) => definedRoot(leaves.slice(0, size));
  for (let size = 1; size <= leaves.length; size += 1) {
    expect(hexes([await rootOf(size, read)])).toEqual(hexes([root(size)]));
    for (let index = 0; index < size; index += 1) {
      const proof = await inclusionProof(index, size, read);
      const claim = { index, size, leaf: leaves[index] as Uint8Array, root: root(size) };
      expect(isIncluded(claim, proof)).toBe(true);
      const wrong = [
        isIncluded({ ...claim, index: index + 1 }, proof),
        isIncluded({ ...claim, size: size * 2 }, proof),
        isIncluded({ ...claim, leaf: root(0) }, proof),
        isIncluded(claim, [...proof, claim.root]),
        isIncluded(claim, [claim.root, ...proof]),
        ...proof.map((_, at) => isIncluded(claim, proof.toSpliced(at, 1))),
        ...proof.map((_, at) => isIncluded(claim, flipped(proof, at))),
      ];
      expect(wrong).not.toContain(true);
    }
    for (let before = 0; before <= size; before += 1) {
      const proof = await consistencyProof(before, size, read);
      const [one, other] = [
        { size: before, root: root(before) },
        { size, root: root(size) },
      ];
      expect(isConsistent(one, other, proof)).toBe(true);
      if (before === 0 || before === size) continue;
      const wrong = [
        isConsistent({ ...one, root: other.root }, other, proof),
        isConsistent(one, { ...other, root: one.root }, proof),
        isConsistent({ ...one, size: before + 1 }, other, proof),
        isConsistent(other, one, proof),
        isConsistent(one, other, []),
        isConsistent(one, other, [...proof, other.root]),
        ...proof.map((_, at) => isConsistent(one, other, flipped(proof, at))),
      ];
      expect(wrong).not.toContain(true);
    }
  }
});

function flipped(proof: readonly Uint8Array[], at: number): Uint8Array[] {
  const copy = Buffer.from(proof[at] as Uint8Array);
  copy.writeUInt8(copy.readUInt8(0) ^ 8, 0);
  return proof.with(at, copy);
}
