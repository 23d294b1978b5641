import type { Position } from '@anecdotes/contracts';
import { backOff } from '@anecdotes/contracts/server/concurrency/delay';
import type pg from 'pg';
import type { UntilAwaited } from '../gathering.ts';
import { FenceLost } from './batch.ts';
import { type Generation, generationById, LIVE_SCHEMA, liveGeneration } from './generation.ts';
import { type OpenedBatch, openAhead } from './open-ahead.ts';
import { createPartSize, type PartSize } from './part-size.ts';
import type { Projection } from './projection.ts';
import { hasParkedEvents } from './quarantine.ts';
import { expectContinuation, expectSameLog, LogReplaced } from './same-log.ts';
import { type Writing, watchCheckpoint } from './watch-checkpoint.ts';
import { type BatchReport, writeInParts } from './write-in-parts.ts';

const BATCH_SIZE = 1_000;
const BACK_OFF_MS = { first: 40, max: 1_000 };

export type RunOptions = {
  /** 'live' follows the live generation, also after a swap; a number is the id of a generation. */
  readonly target: 'live' | number;
  readonly signal: AbortSignal;
  /** Called after each commit; answering 'stop' ends the run. */
  readonly onBatch?: (report: BatchReport) => 'stop' | undefined | Promise<'stop' | undefined>;
  /** Called when the log or the database failed and the run will try again. */
  readonly onError?: (error: unknown) => void;
  readonly until?: Position;
  /** Holds small batches back until a reader waits for them; see `FollowOptions`. */
  readonly untilAwaited?: UntilAwaited | undefined;
  /** Leaves counters and derived tables to `finishFilling`, which makes them at the end; ends when the views are live. */
  readonly countsLater?: boolean;
};

/**
 * Follows the log and keeps the views of one generation up to date until `signal` aborts; with `until` it returns when
 * the generation is exactly at that position. Recovers when the log or the database is unavailable, and continues from
 * the checkpoint in the database, whatever it is. Throws LogReplaced, and the last error after `maxFailures`.
 */
export async function runProjection(projection: Projection, options: RunOptions): Promise<void> {
  const size = createPartSize();
  for (let failures = 0; !options.signal.aborted; ) {
    try {
      const generation = await find(projection.pool, options);
      if (generation === undefined || generation.position === options.until) return;
      if ((await follow(projection, generation, size, options, () => (failures = 0))) === 'done') return;
    } catch (error) {
      if (error instanceof FenceLost || options.signal.aborted) continue;
      if (error instanceof LogReplaced) throw error;
      options.onError?.(error);
      failures += 1;
      if (failures === projection.maxFailures) throw error;
      await backOff(failures, BACK_OFF_MS, options.signal);
    }
  }
}

async function find(pool: pg.Pool, { target, countsLater = false }: RunOptions): Promise<Generation | undefined> {
  const generation = target === 'live' ? await liveGeneration(pool) : await generationById(pool, target);
  if (generation?.isStale) throw new LogReplaced('The views were not made from this log.');
  // Another process has finished this rebuild, and nobody would count again what is written to the live views.
  if (countsLater && generation?.schema === LIVE_SCHEMA) return undefined;
  return generation && { ...generation, countsLater };
}

/** Follows the log from the position of `generation`, until the checkpoint or the log was changed by anything else. */
async function follow(
  projection: Projection,
  generation: Generation,
  size: PartSize,
  options: RunOptions,
  succeeded: () => void,
): Promise<'done' | 'ended'> {
  await expectSameLog(projection.source, generation);
  const stop = new AbortController();
  const hasParked = await hasParkedEvents(projection.pool, generation.id);
  const writing: Writing = { current: generation, isBusy: false, hasParked };
  const watching = watchCheckpoint(projection, writing, stop.signal).then(
    () => undefined,
    (difference: unknown) => {
      stop.abort();
      return difference;
    },
  );
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const ending = await write({ projection, writing, size }, { ...options, signal }, succeeded).catch(
    (error: unknown) => ({ error }),
  );
  stop.abort();
  const difference = await watching;
  if (ending === 'done') return ending;
  if (difference !== undefined) throw difference;
  if (typeof ending === 'object') throw ending.error;
  return ending;
}

/** Writes the events after the checkpoint as they arrive; 'done' at `until`, or when `onBatch` ends the run. */
async function write(
  { projection, writing, size }: { projection: Projection; writing: Writing; size: PartSize },
  { signal, onBatch, onError, until, untilAwaited }: RunOptions,
  succeeded: () => void,
): Promise<'done' | 'ended'> {
  const { source, keys } = projection;
  const options = { after: writing.current.position, batchSize: BATCH_SIZE, signal, untilAwaited };
  for await (const batch of openAhead(source, keys, options)) {
    await expectContinuation(source, writing.current);
    for await (const report of writeInParts(projection, writing, upTo(batch, until), { size, signal, onError })) {
      succeeded();
      if ((await onBatch?.(report)) === 'stop') return 'done';
    }
    if (writing.current.position === until) return 'done';
    if (signal.aborted) break;
  }
  return 'ended';
}

/** `batch` without what comes after the position `until`. */
function upTo(batch: OpenedBatch, until: Position | undefined): OpenedBatch {
  if (until === undefined || batch.position <= until) return batch;
  return { events: batch.events.filter(({ stored }) => stored.position <= until), position: until };
}
