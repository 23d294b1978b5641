import { expect, test } from 'vitest';
import { isConsistent, isIncluded } from '../../../../tests/support/merkle-proofs.ts';
import { createGrowingTiles, type FilledTile } from './growing-tiles.ts';
import { consistencyProof, createGrowingTree, inclusionProof, leafHash, rootOf, sha256 } from './merkle-tree.ts';
import { entriesOf, subtreesFromTiles, tileAt, tilePath, toBundle, widthIn } from './tiles.ts';

test.each([
  // c2sp.org/tlog-tiles, "Merkle Tree", and the tests of github.com/transparency-dev/tessera, api/layout.
  [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
  [{ level: 0, index: 1_234_067, width: 89 }, 'tile/0/x001/x234/067.p/89'],
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 1, index: 1_000, width: 256 }, 'tile/1/x001/000'],
  [{ level: 'entries' as const, index: 5, width: 12 }, 'tile/entries/005.p/12'],
])('the tile %j is at %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(tileAt(path)).toEqual(tile);
});

test.each([
  'tile/0/0',
  'tile/00/000',
  'tile/0/x000/001',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/001/002',
  'tile/-1/000',
  'tile/data/000',
  'tile/0/000/',
])('%s is not the path of a tile', (path) => {
  expect(tileAt(path)).toBeUndefined();
});

test.each([
  [{ level: 0, index: 272 }, 256],
  [{ level: 0, index: 273 }, 112],
  [{ level: 0, index: 274 }, 0],
  [{ level: 1, index: 0 }, 256],
  [{ level: 1, index: 1 }, 17],
  [{ level: 2, index: 0 }, 1],
  [{ level: 2, index: 1 }, 0],
  [{ level: 3, index: 0 }, 0],
  [{ level: 'entries' as const, index: 273 }, 112],
])('in a tree of 70,000 leaves, the tile %j is %i wide', (tile, width) => {
  expect(widthIn(tile, 70_000)).toBe(width);
});

test('a bundle holds each entry after its length as a big-endian uint16', () => {
  const entries = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(300, 7)];
  const bundle = toBundle(entries);
  expect(bundle.subarray(0, 9)).toEqual(Buffer.from([0, 3, ...Buffer.from('one'), 0, 0, 1, 44]));
  expect(entriesOf(bundle)).toEqual(entries);
  expect(entriesOf(bundle.subarray(0, -1))).toBeUndefined();
  expect(() => toBundle([Buffer.alloc(65_536)])).toThrow('65535');
});

const entry = (index: number) => sha256(Buffer.from(`event ${index}`));

/** The tiles of a tree that grows in pieces, each of which continues from the stored tiles of the piece before. */
function grow(pieces: readonly number[]) {
  const tiles = new Map<string, FilledTile>();
  let size = 0;
  for (const piece of pieces) {
    const partial = [...tiles.values()].filter(({ hashes }) => hashes.length < 256 * 32);
    const growing = createGrowingTiles(size, partial);
    for (let added = 0; added < piece; added += 1) keep(growing.add(entry(size + added)));
    keep(growing.partial());
    size = growing.size;
  }
  function keep(some: readonly FilledTile[]) {
    for (const tile of some) tiles.set(`${tile.level}/${tile.index}`, tile);
  }
  return { size, tiles };
}

test('tiles of a tree that grows in pieces are the same as when it grows at once', () => {
  const { size, tiles } = grow([1, 254, 1, 300, 0, 468, 700]);
  expect(size).toBe(1_724);
  expect(tiles).toEqual(grow([size]).tiles);
});

test('proofs that are read from tiles of three levels verify', async () => {
  const { size, tiles } = grow([65_540]);
  expect(tiles.size).toBe(257 + 1 + 1);
  for (const tile of tiles.values()) expect(tile.hashes).toHaveLength(widthIn(tile, size) * 32);

  const read = subtreesFromTiles(async (places) =>
    places.map(({ level, index }) => tiles.get(`${level}/${index}`)?.hashes ?? Buffer.alloc(0)),
  );
  const tree = createGrowingTree();
  const roots = new Map<number, Uint8Array>();
  for (let added = 0; added < size; added += 1) {
    tree.add(leafHash(entry(added)));
    if ([1, 256, 257, 65_536, size].includes(added + 1)) roots.set(added + 1, tree.root());
  }
  for (const [at, root] of roots) {
    expect(await rootOf(at, read)).toEqual(root);
    const proof = await consistencyProof(at, size, read);
    expect(isConsistent({ size: at, root }, { size, root: tree.root() }, proof)).toBe(true);
  }
  for (const index of [0, 255, 256, 65_535, 65_536, size - 1]) {
    const proof = await inclusionProof(index, size, read);
    expect(isIncluded({ index, size, leaf: leafHash(entry(index)), root: tree.root() }, proof)).toBe(true);
  }
});
