import { HASH_BYTES, type ReadSubtrees, rootOfNeighbours, type Subtree } from './merkle-tree.ts';

/** Tiles of C2SP tlog-tiles (https://c2sp.org/tlog-tiles): the hashes of a Merkle tree in pieces of 256. */

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/**
 * Names a tile: number `index` of its level. The hashes of a level are those of complete subtrees of 256^level leaves
 * each. Level `entries` holds the entries of the leaves instead.
 */
export type TileId = { readonly level: number | 'entries'; readonly index: number };

/** A tile as it is fetched: a full one has 256 hashes, a partial one at the end of its level 1 to 255. */
export type Tile = TileId & { readonly width: number };

/** The path of `tile` under the prefix of its log, such as `tile/0/x001/x234/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The tile whose path is `path`; undefined when that is not the path of a tile. */
export function tileAt(path: string): Tile | undefined {
  const parts = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (parts === null) return undefined;
  const [, level = '', index = '', width] = parts;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return tile.width > 0 && tilePath(tile) === path ? tile : undefined;
}

/** How many hashes of `tile` the tree of `size` leaves has: 256 in a full tile, 0 where there is none. */
export function widthIn({ level, index }: TileId, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.min(TILE_WIDTH, Math.max(0, hashes - index * TILE_WIDTH));
}

/** Joins entries, each after its length as a big-endian uint16. Throws RangeError for one of more than 65,535 bytes. */
export function toBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError('an entry of a bundle has at most 65535 bytes');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** The entries of `bundle`; undefined when it ends within one. */
export function entriesOf(bundle: Uint8Array): Buffer[] | undefined {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** The hashes that `tile` consists of. */
export function hashesIn(tile: Uint8Array): Uint8Array[] {
  return Array.from({ length: tile.length / HASH_BYTES }, (_, at) => hashAt(tile, at));
}

function hashAt(tile: Uint8Array, at: number): Uint8Array {
  return tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
}

/** Reads complete subtrees from tiles; `readTiles` returns the bytes of tiles, in their order. */
export function subtreesFromTiles(
  readTiles: (ids: readonly (TileId & { readonly level: number })[]) => Promise<readonly Uint8Array[]>,
): ReadSubtrees {
  return async (subtrees) => {
    const spans = subtrees.map(spanOf);
    const ids = new Map(spans.map(({ id }) => [`${id.level}/${id.index}`, id]));
    const tiles = await readTiles([...ids.values()]);
    const byName = new Map([...ids.keys()].map((name, at) => [name, tiles[at] as Uint8Array]));
    return spans.map(({ id, begin, length }) => {
      const tile = byName.get(`${id.level}/${id.index}`) as Uint8Array;
      if (tile.length < (begin + length) * HASH_BYTES) throw new RangeError('a tile holds fewer hashes than asked for');
      return rootOfNeighbours(Array.from({ length }, (_, at) => hashAt(tile, begin + at)));
    });
  };
}

/** The tile that a subtree is in, and which of its hashes span it. */
function spanOf({ level, index }: Subtree) {
  const length = 2 ** (level % TILE_HEIGHT);
  const first = index * length;
  const id = { level: Math.floor(level / TILE_HEIGHT), index: Math.floor(first / TILE_WIDTH) };
  return { id, begin: first % TILE_WIDTH, length };
}
