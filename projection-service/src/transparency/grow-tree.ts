import type { Position, StoredEvent } from '@anecdotes/contracts';
import { entryOf } from '@anecdotes/contracts/server/transparency/event-entry';
import {
  createGrowingTiles,
  type FilledTile,
  type GrowingTiles,
} from '@anecdotes/contracts/server/transparency/growing-tiles';
import { TILE_WIDTH } from '@anecdotes/contracts/server/transparency/tiles';
import type pg from 'pg';
import type { EventSource } from '../event-source.ts';
import { expectSameLog, LogReplaced } from '../projection/same-log.ts';
import { LogNotContinued } from './log-not-continued.ts';
import { clearTree, partialTiles, readTree, type StoredTile, storeTiles, type Tree, TreeMoved } from './tree-store.ts';

/** The database with the tree, and the log that it is made from. */
export type TreeOfLog = {
  readonly pool: pg.Pool;
  readonly source: EventSource;
  /** Receives a sentence when the tree is rebuilt because the log was replaced. */
  onIncident?(sentence: string): void;
};

/** Hashing a batch blocks this process for a few milliseconds. */
const BATCH_SIZE = 250;

/**
 * Adds the new events of the log to its tree, which other processes may do at the same time, and returns the tree.
 * Rebuilds the tree when it was made from another log. Ends early when `signal` aborts. Throws LogNotContinued when the
 * last event of the log is missing; the tree then stays as it was, and shows what is missing.
 */
export async function growTree(log: TreeOfLog, signal: AbortSignal = new AbortController().signal): Promise<Tree> {
  for (;;) {
    const tree = await readTree(log.pool);
    try {
      return await growFrom(log, tree, signal);
    } catch (error) {
      if (error instanceof LogReplaced) {
        log.onIncident?.('The log was replaced, or lost events that its tree contains. The tree is rebuilt.');
        await clearTree(log.pool, tree).catch(unlessMoved);
      } else unlessMoved(error);
    }
  }
}

function unlessMoved(error: unknown): void {
  if (!(error instanceof TreeMoved)) throw error;
}

async function growFrom({ pool, source }: TreeOfLog, start: Tree, signal: AbortSignal): Promise<Tree> {
  const { position, lastId } = start;
  const head = await source.head();
  if (head > 0n && (await source.idAt(head)) === undefined) {
    throw new LogNotContinued(
      'The last event of the log is missing, so its tree does not grow. Run npm run audit -- verify.',
    );
  }
  const last = lastId === undefined ? undefined : { position, id: lastId };
  await expectSameLog(source, { position, first: undefined, last });
  if (head <= position) return start;

  const growing = createGrowingTiles(start.size, await partialTiles(pool, start.size));
  const stop = new AbortController();
  let tree = start;
  try {
    const ended = AbortSignal.any([signal, stop.signal]);
    for await (const batch of source.follow({ after: position, batchSize: BATCH_SIZE, signal: ended })) {
      const events = batch.events.filter((event) => event.position <= head);
      tree = await add(pool, tree, growing, events);
      if (batch.position >= head) break;
    }
  } finally {
    stop.abort();
  }
  return tree;
}

async function add(pool: pg.Pool, tree: Tree, growing: GrowingTiles, events: readonly StoredEvent[]): Promise<Tree> {
  const last = events.at(-1);
  if (last === undefined) return tree;
  const full = events.flatMap((event) => growing.add(entryOf(event)));
  const positioned = (tile: FilledTile): StoredTile => ({ ...tile, position: positionOf(tile, tree, events) });
  const next = { size: growing.size, position: last.position, lastId: last.id };
  await storeTiles(pool, tree, next, [...full, ...growing.partial()].map(positioned));
  return next;
}

/**
 * The position of the event in the last leaf of a tile of level 0, one of the `events` just added to `tree`; null for
 * other levels.
 */
function positionOf({ level, index }: FilledTile, tree: Tree, events: readonly StoredEvent[]): Position | null {
  if (level > 0) return null;
  const last = Math.min((index + 1) * TILE_WIDTH, tree.size + events.length) - 1;
  return events[last - tree.size]?.position ?? null;
}
