import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@anecdotes/contracts';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type pg from 'pg';
import {
  createGeneration,
  digestOf,
  dropGeneration,
  finishFilling,
  type Generation,
  generationById,
  liveGeneration,
  swapIn,
  unfinishedGeneration,
} from './generation.ts';
import type { Projection } from './projection.ts';
import { runProjection } from './run.ts';
import type { BatchReport } from './write-in-parts.ts';

const DROP_TRIES = 5;

export type RebuildReport = { generation: number; events: number; milliseconds: number };

/**
 * Fills new views from the beginning of the log beside the live ones and swaps them in when they have caught up; an
 * interrupted rebuild is continued. Returns undefined when `signal` aborts before the end. `onProgress` receives the
 * position of the new views. Throws ConfigurationError when another process has ended the same rebuild meanwhile.
 */
export async function rebuild(
  projection: Projection,
  signal: AbortSignal,
  onProgress: (position: Position) => void = () => {},
): Promise<RebuildReport | undefined> {
  const { pool, source, projectors } = projection;
  const started = performance.now();
  const next =
    (await unfinishedGeneration(pool, digestOf(projectors))) ?? (await createGeneration(pool, projectors, 'building'));
  const before = await liveGeneration(pool);

  // Indexes and counters are made after most of the rows, which is several times faster than updating them meanwhile.
  const head = await source.head();
  let events = 0;
  const count = (report: BatchReport) => {
    events += report.events;
    onProgress(report.moved.position);
    return undefined;
  };
  if (next.position < head) {
    await runProjection(projection, { target: next.id, countsLater: true, until: head, signal, onBatch: count });
  }
  if (signal.aborted) return undefined;
  if ((await generationById(pool, next.id))?.schema !== next.schema) {
    throw new ConfigurationError('Another program has finished or given up this rebuild.');
  }
  await finishFilling(pool, projectors, next);

  let swapped = await swapIn(pool, next);
  if (!swapped) {
    await runProjection(projection, {
      target: next.id,
      signal,
      onBatch: async (report) => {
        count(report);
        swapped = await swapIn(pool, next);
        return swapped ? 'stop' : undefined;
      },
    });
  }
  if (!swapped) return undefined;
  await dropRetired(pool, before);
  return { generation: next.id, events, milliseconds: performance.now() - started };
}

/**
 * Drops the old views, with retries while queries still read them; what cannot be dropped now is dropped at the next
 * start.
 */
async function dropRetired(pool: pg.Pool, retired: Generation): Promise<void> {
  for (let attempt = 1; attempt <= DROP_TRIES; attempt += 1) {
    try {
      await dropGeneration(pool, retired.id);
      return;
    } catch {
      await delay(200 * attempt);
    }
  }
}
