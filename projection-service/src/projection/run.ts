import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type pg from 'pg';
import type { EventSource } from '../event-source.ts';
import { type Applied, applyBatch } from './apply-batch.ts';
import { FenceLost } from './batch.ts';
import { isTimeout } from './failure.ts';
import { type Generation, generationById, liveGeneration } from './generation.ts';
import { openAhead } from './open-ahead.ts';
import { createPartSize } from './part-size.ts';
import type { Projector } from './projector.ts';
import { parkedStreams } from './quarantine.ts';

const BATCH_SIZE = 1_000;
const MAX_BACKOFF_MS = 1_000;

export type Projection = {
  /** The projector's own connections. */
  readonly pool: pg.Pool;
  readonly source: EventSource;
  readonly keys: EventKeys;
  readonly projectors: readonly Projector[];
};

/** What happened in one batch. */
export type BatchReport = Applied & {
  readonly generation: number;
  readonly events: number;
  readonly milliseconds: number;
  /** When the batch's oldest event was recorded; undefined for a batch without events. */
  readonly oldest: Date | undefined;
};

export type RunOptions = {
  /** 'live' goes on with whatever generation is live, also after a swap. */
  readonly target: 'live' | number;
  readonly signal: AbortSignal;
  /** Called after each commit; answering 'stop' ends the run. */
  readonly onBatch?: (report: BatchReport) => 'stop' | undefined | Promise<'stop' | undefined>;
  /** Called when the log or the database failed and the run will try again. */
  readonly onError?: (error: unknown) => void;
  readonly until?: Position;
};

/**
 * Follows the log and keeps the views of one generation up to date until `signal` aborts; with `until` it ends when
 * the generation stands exactly there. Recovers by itself when the log or the database is away.
 */
export async function runProjection(projection: Projection, options: RunOptions): Promise<void> {
  for (let failures = 0; !options.signal.aborted; ) {
    try {
      const generation = await find(projection.pool, options.target);
      if (generation === undefined || generation.position === options.until) return;
      if ((await follow(projection, generation, options, () => (failures = 0))) === 'done') return;
    } catch (error) {
      if (error instanceof FenceLost || options.signal.aborted) continue;
      options.onError?.(error);
      failures += 1;
      await pause(Math.min(MAX_BACKOFF_MS, 20 * 2 ** failures) * (0.5 + Math.random() / 2), options.signal);
    }
  }
}

async function find(pool: pg.Pool, target: 'live' | number): Promise<Generation | undefined> {
  return target === 'live' ? liveGeneration(pool) : generationById(pool, target);
}

async function follow(
  { pool, source, keys, projectors }: Projection,
  generation: Generation,
  { signal, onBatch, onError, until }: RunOptions,
  succeeded: () => void,
): Promise<'done' | 'ended'> {
  let parked = await parkedStreams(pool, generation.id);
  let current = generation;
  const size = createPartSize();
  for await (const batch of openAhead(source, keys, { after: generation.position, batchSize: BATCH_SIZE, signal })) {
    const cut = until !== undefined && batch.position > until;
    const end = cut ? until : batch.position;
    let rest = cut ? batch.events.filter(({ stored }) => stored.position <= until) : batch.events;
    do {
      const part = rest.slice(0, size.of(rest));
      const position = part.length < rest.length ? (part.at(-1)?.stored.position ?? end) : end;
      const started = performance.now();
      let applied: Applied;
      try {
        applied = await applyBatch(pool, projectors, current, part, position, parked);
      } catch (error) {
        if (part.length <= 1 || !isTimeout(error)) throw error;
        onError?.(error);
        size.shrink(part.length);
        continue;
      }
      size.grow();
      rest = rest.slice(part.length);
      current = { ...current, position };
      if (applied.parked > 0 || parked.size > 0) parked = await parkedStreams(pool, generation.id);
      succeeded();
      const report: BatchReport = {
        ...applied,
        generation: generation.id,
        events: part.length,
        milliseconds: performance.now() - started,
        oldest: part[0]?.stored.recordedAt,
      };
      if ((await onBatch?.(report)) === 'stop' || position === until) return 'done';
    } while (rest.length > 0 && !signal.aborted);
    if (signal.aborted) break;
  }
  return 'ended';
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}
