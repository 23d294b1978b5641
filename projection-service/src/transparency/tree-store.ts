import type { EventId, Position } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type { FilledTile } from '@anecdotes/contracts/server/transparency/growing-tiles';
import { HASH_BYTES, type ReadSubtrees } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { subtreesFromTiles, TILE_WIDTH, type TileId, widthIn } from '@anecdotes/contracts/server/transparency/tiles';
import type pg from 'pg';

/**
 * The state of the Merkle tree of the log: its leaves are the events up to `position`, the last of which has `lastId`.
 */
export type Tree = { readonly size: number; readonly position: Position; readonly lastId: EventId | undefined };

/** A tile as it is stored; one of level 0 has the position of the event in its last leaf. */
export type StoredTile = FilledTile & { readonly position: Position | null };

/** Thrown when another process has changed the tree meanwhile. */
export class TreeMoved extends Error {
  override name = 'TreeMoved';
}

export async function readTree(pool: pg.Pool): Promise<Tree> {
  const { rows } = await pool.query<{ size: bigint; position: bigint; last_id: EventId | null }>(
    'select size, position, last_id from projection.tree',
  );
  const { size = 0n, position = 0n, last_id: lastId = null } = rows[0] ?? {};
  return { size: Number(size), position, lastId: lastId ?? undefined };
}

/**
 * Stores `tiles` and the state `next` of the tree, if its state is still `tree`; throws TreeMoved otherwise. What a
 * crash of the database loses is made again from the log.
 */
export async function storeTiles(pool: pg.Pool, tree: Tree, next: Tree, tiles: readonly StoredTile[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('set local synchronous_commit = off');
    await moveTree(tx, tree, next);
    await tx.query(
      `insert into projection.tile (level, index, hashes, entries, position)
       select * from unnest($1::int[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[])
       on conflict (level, index) do update
         set hashes = excluded.hashes, entries = excluded.entries, position = excluded.position`,
      [
        tiles.map(({ level }) => level),
        tiles.map(({ index }) => index),
        tiles.map(({ hashes }) => Buffer.from(hashes)),
        tiles.map(({ entries }) => entries && Buffer.from(entries)),
        tiles.map(({ position }) => position),
      ],
    );
  });
}

/** Empties the tree, if its state is still `tree`; throws TreeMoved otherwise. */
export async function clearTree(pool: pg.Pool, tree: Tree): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await moveTree(tx, tree, { size: 0, position: 0n, lastId: undefined });
    await tx.query('delete from projection.tile');
  });
}

async function moveTree(tx: pg.ClientBase, tree: Tree, next: Tree): Promise<void> {
  const { rowCount } = await tx.query(
    'update projection.tree set size = $1, position = $2, last_id = $3 where size = $4 and position = $5',
    [next.size, next.position, next.lastId ?? null, tree.size, tree.position],
  );
  if (rowCount !== 1) throw new TreeMoved('another process has changed the tree of the log');
}

/** Stored tiles, in the order of `ids`; empty bytes for a tile that is not stored. */
async function readTiles(pool: pg.Pool, ids: readonly { level: number; index: number }[]): Promise<Uint8Array[]> {
  const { rows } = await pool.query<{ hashes: Buffer | null }>(
    `select hashes from unnest($1::int[], $2::bigint[]) with ordinality as asked (level, index, number)
     left join projection.tile using (level, index) order by number`,
    [ids.map(({ level }) => level), ids.map(({ index }) => index)],
  );
  return rows.map(({ hashes }) => hashes ?? Buffer.alloc(0));
}

/** Reads the hashes of complete subtrees from the stored tiles. */
export function storedSubtrees(pool: pg.Pool): ReadSubtrees {
  return subtreesFromTiles((ids) => readTiles(pool, ids));
}

/** The last tile of each level that is not full, in a tree of `size` leaves. */
export async function partialTiles(pool: pg.Pool, size: number): Promise<FilledTile[]> {
  const ids: { level: number; index: number }[] = [];
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1) {
    ids.push({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)) });
  }
  const { rows } = await pool.query<{ level: number; index: bigint; hashes: Buffer; entries: Buffer | null }>(
    'select level, index, hashes, entries from projection.tile where (level, index) in (select * from unnest($1::int[], $2::bigint[]))',
    [ids.map(({ level }) => level), ids.map(({ index }) => index)],
  );
  return rows.map(({ level, index: at, hashes, entries }) => {
    // Another process may have added to them since.
    const index = Number(at);
    const end = widthIn({ level, index }, size) * HASH_BYTES;
    return {
      level,
      index,
      hashes: hashes.subarray(0, end),
      entries: entries === null ? null : entries.subarray(0, end),
    };
  });
}

/** The first `width` hashes of a tile, or the joined entries; undefined if fewer are stored. */
export async function readTile(
  pool: pg.Pool,
  { level, index }: TileId,
  width: number,
): Promise<Uint8Array | undefined> {
  const [column, row] = level === 'entries' ? ['entries', 0] : ['hashes', level];
  const { rows } = await pool.query<{ bytes: Buffer }>(
    `select ${column} as bytes from projection.tile where level = $1 and index = $2`,
    [row, index],
  );
  const bytes = rows[0]?.bytes;
  return bytes !== undefined && bytes.length >= width * HASH_BYTES ? bytes.subarray(0, width * HASH_BYTES) : undefined;
}

/**
 * The index of the leaf with `entry`, the hash of the event at `position`; undefined when the tree does not contain it.
 */
export async function findLeaf(pool: pg.Pool, position: Position, entry: Uint8Array): Promise<number | undefined> {
  const { rows } = await pool.query<{ index: bigint; entries: Buffer }>(
    'select index, entries from projection.tile where level = 0 and position >= $1 order by position limit 1',
    [position],
  );
  const [tile] = rows;
  if (tile === undefined) return undefined;
  for (let at = 0; at * HASH_BYTES < tile.entries.length; at += 1) {
    if (Buffer.compare(tile.entries.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES), entry) === 0) {
      return Number(tile.index) * TILE_WIDTH + at;
    }
  }
  return undefined;
}
