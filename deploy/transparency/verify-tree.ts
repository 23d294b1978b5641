import type { Position, StoredEvent } from '@anecdotes/contracts';
import { toBase64 } from '@anecdotes/contracts/server/transparency/base64';
import { entryOf } from '@anecdotes/contracts/server/transparency/event-entry';
import { createGrowingTiles, type FilledTile } from '@anecdotes/contracts/server/transparency/growing-tiles';
import { createGrowingTree, HASH_BYTES, leafHash } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { TILE_WIDTH, tilePath } from '@anecdotes/contracts/server/transparency/tiles';
import {
  type KeptCheckpoint,
  keptCheckpoints,
} from '@anecdotes/projection-service/transparency/checkpoint-destinations';
import { readTile, readTree, type Tree } from '@anecdotes/projection-service/transparency/tree-store';
import type pg from 'pg';
import type { CheckpointSetting } from './signed-log.ts';

/** A leaf of the stored tree that is not that of the event at its place. */
type LeafDifference = {
  readonly index: number;
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
};

export type TreeVerification = {
  /** True when log, tree and all checkpoints agree. */
  readonly isSound: boolean;
  readonly events: number;
  /** The root of the tree over all events, in Base 64. */
  readonly root: string;
  readonly tree: {
    readonly leaves: number;
    readonly firstDifference: LeafDifference | null;
    /** How many leaves the stored tree has beyond the last event of the log. */
    readonly beyondLog: number;
    /** Tiles that are missing or hold other hashes. */
    readonly damaged: readonly string[];
  };
  readonly checkpoints: {
    readonly sound: number;
    /** The largest sound one: up to it the log is unchanged. */
    readonly lastSound: { readonly file: string; readonly size: number } | null;
    readonly faults: readonly { readonly file: string; readonly fault: string }[];
  };
};

const MAX_DAMAGED = 100;

/** The stored tree, and the checkpoints that are kept outside of the database. */
export type StoredTree = { readonly stored: Tree; readonly kept: readonly KeptCheckpoint[] };

/** Reads the stored tree and its checkpoints. Both grow with the log, so they must be read before its end is. */
export async function readStoredTree(pool: pg.Pool, { keys, destinations }: CheckpointSetting): Promise<StoredTree> {
  const kept = await keptCheckpoints(destinations.folder, keys?.verifiers ?? []);
  return { stored: await readTree(pool), kept };
}

/**
 * Computes the tree over `events`, which must be the whole log, and compares it with the stored tree and with every
 * checkpoint, also those after one that differs.
 */
export async function verifyTree(
  pool: pg.Pool,
  { stored, kept }: StoredTree,
  events: AsyncIterable<StoredEvent>,
): Promise<TreeVerification> {
  const compared = compareTiles(pool);
  const tree = createGrowingTree();
  const tiles = createGrowingTiles();
  const roots = new Map<number, string>([[0, toBase64(tree.root())]]);
  const wanted = new Set(kept.map((one) => ('checkpoint' in one ? one.checkpoint.size : 0)));
  for await (const event of events) {
    const entry = entryOf(event);
    tree.add(leafHash(entry));
    compared.add(event);
    const full = tiles.add(entry);
    if (tree.size <= stored.size) await compared.with(full);
    if (tree.size === stored.size) await compared.with(tiles.partial());
    if (wanted.has(tree.size)) roots.set(tree.size, toBase64(tree.root()));
  }
  const { firstDifference, damaged } = compared.found;
  const beyondLog = Math.max(0, stored.size - tree.size);
  const checkpoints = compareCheckpoints(kept, roots, tree.size);
  return {
    isSound: firstDifference === null && damaged.length === 0 && beyondLog === 0 && checkpoints.faults.length === 0,
    events: tree.size,
    root: toBase64(tree.root()),
    tree: { leaves: stored.size, firstDifference, beyondLog, damaged },
    checkpoints,
  };
}

function compareTiles(pool: pg.Pool) {
  /** The events of the last tile of level 0, by their index modulo its width. */
  const events: StoredEvent[] = [];
  const found: { firstDifference: LeafDifference | null; damaged: string[] } = { firstDifference: null, damaged: [] };
  let count = 0;

  async function compare({ level, index, hashes, entries }: FilledTile): Promise<void> {
    const width = hashes.length / HASH_BYTES;
    const stored = await readTile(pool, { level, index }, width);
    const storedEntries = entries && (await readTile(pool, { level: 'entries', index }, width));
    const isSame = (one: Uint8Array | null | undefined, other: Uint8Array | null) =>
      one === other || (one != null && other !== null && Buffer.compare(one, other) === 0);
    if (isSame(stored, hashes) && isSame(storedEntries, entries)) return;
    if (found.damaged.length < MAX_DAMAGED) found.damaged.push(tilePath({ level, index, width }));
    if (stored === undefined || level > 0 || found.firstDifference !== null) return;
    const at = Array.from({ length: width }, (_, index) => index * HASH_BYTES).findIndex(
      (from) =>
        Buffer.compare(stored.subarray(from, from + HASH_BYTES), hashes.subarray(from, from + HASH_BYTES)) !== 0,
    );
    const event = events[at];
    if (event === undefined) return;
    const { position, stream, revision } = event;
    found.firstDifference = { index: index * TILE_WIDTH + at, position, stream, revision };
  }

  return {
    found,
    add(event: StoredEvent): void {
      events[count % TILE_WIDTH] = event;
      count += 1;
    },
    async with(tiles: readonly FilledTile[]): Promise<void> {
      for (const tile of tiles) await compare(tile);
    },
  };
}

function compareCheckpoints(
  kept: readonly KeptCheckpoint[],
  roots: ReadonlyMap<number, string>,
  events: number,
): TreeVerification['checkpoints'] {
  const faults: { file: string; fault: string }[] = [];
  let lastSound: TreeVerification['checkpoints']['lastSound'] = null;
  let sound = 0;
  for (const one of kept) {
    const { file } = one;
    if ('fault' in one) {
      faults.push({ file, fault: one.fault });
      continue;
    }
    const { size, root } = one.checkpoint;
    if (size > events) faults.push({ file, fault: `The log has ${events} events, the checkpoint is of ${size}.` });
    else if (roots.get(size) !== toBase64(root)) {
      const since = lastSound === null ? 'the first' : `number ${lastSound.size + 1}`;
      faults.push({ file, fault: `One of the events from ${since} to number ${size} was changed.` });
    } else {
      sound += 1;
      lastSound = { file, size };
    }
  }
  return { sound, lastSound, faults };
}

/** A report for the terminal: what was verified and what differs. */
export function describeTree({ events, root, tree, checkpoints }: TreeVerification): string {
  const { leaves, firstDifference, beyondLog, damaged } = tree;
  const { sound, lastSound, faults } = checkpoints;
  const lines = [`Tree        ${leaves} leaves; over all ${events} events its root is ${root}`];
  if (firstDifference !== null) {
    const { index, position, stream, revision } = firstDifference;
    lines.push(
      `            EVENT ${index + 1} DIFFERS FROM ITS LEAF: position ${position}, ${stream}, revision ${revision}`,
    );
  }
  if (damaged.length > 0) lines.push(`            TILES DIFFER: ${damaged.slice(0, 10).join(', ')}`);
  if (beyondLog > 0) lines.push(`            THE LOG ENDS ${beyondLog} EVENTS BEFORE ITS TREE`);
  const last = lastSound === null ? '' : `, the last of ${lastSound.size} events`;
  lines.push(`Checkpoints ${sound + faults.length === 0 ? 'none yet' : `${sound} sound${last}`}`);
  for (const { file, fault } of faults) lines.push(`            ${file} DIFFERS: ${fault}`);
  return lines.join('\n');
}
