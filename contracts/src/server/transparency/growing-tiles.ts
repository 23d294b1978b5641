import { leafHash, rootOfNeighbours } from './merkle-tree.ts';
import { hashesIn, TILE_WIDTH } from './tiles.ts';

/** A tile with its hashes; at level 0 with the entries of their leaves. */
export type FilledTile = {
  readonly level: number;
  readonly index: number;
  readonly hashes: Uint8Array;
  readonly entries: Uint8Array | null;
};

/** The tiles of a tree that grows entry by entry; entries are as long as a hash. */
export type GrowingTiles = {
  readonly size: number;
  /** Adds a leaf; returns the tiles that it filled, from level 0 up. */
  add(entry: Uint8Array): FilledTile[];
  /** The tiles at the end of their levels that are not full. */
  partial(): FilledTile[];
};

type Level = { hashes: Uint8Array[]; full: number };

/** Continues a tree of `size` leaves whose partial tiles are `partial`. */
export function createGrowingTiles(size = 0, partial: readonly FilledTile[] = []): GrowingTiles {
  const levels: Level[] = [];
  let count = size;
  let entries: Uint8Array[] = [];
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1) {
    levels.push({ hashes: [], full: Math.floor(size / TILE_WIDTH ** (level + 1)) });
  }
  for (const tile of partial) {
    const level = levels[tile.level];
    if (level?.full === tile.index) level.hashes = hashesIn(tile.hashes);
    if (tile.entries !== null) entries = hashesIn(tile.entries);
  }

  function filled(level: number, { hashes, full }: Level): FilledTile {
    return {
      level,
      index: full,
      hashes: Buffer.concat(hashes),
      entries: level === 0 ? Buffer.concat(entries) : null,
    };
  }

  return {
    get size() {
      return count;
    },
    add(entry) {
      const done: FilledTile[] = [];
      entries.push(entry);
      let hash: Uint8Array = leafHash(entry);
      for (let at = 0; ; at += 1) {
        const level = levels[at] ?? { hashes: [], full: 0 };
        levels[at] = level;
        level.hashes.push(hash);
        if (level.hashes.length < TILE_WIDTH) break;
        done.push(filled(at, level));
        hash = rootOfNeighbours(level.hashes);
        level.hashes = [];
        level.full += 1;
        if (at === 0) entries = [];
      }
      count += 1;
      return done;
    },
    partial: () => levels.flatMap((level, at) => (level.hashes.length === 0 ? [] : filled(at, level))),
  };
}
