import { setTimeout as delay } from 'node:timers/promises';
import { digestOf, dropLeftOvers, liveGeneration } from './generation.ts';
import { createHealthCheck, type ProjectionHealth } from './health.ts';
import { runAsLeader } from './leader.ts';
import { rebuild } from './rebuild.ts';
import { retryQuarantine } from './retry-quarantine.ts';
import { type BatchReport, type Projection, runProjection } from './run.ts';
import type { ViewsMoved } from './views-moved.ts';

/** Whoever holds this lease keeps the views up to date. */
const LEASE = 'projector';

const HEALTH_EVERY_MS = 2_000;
const TROUBLE_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Thrown when the views have seen more than the log holds: one of the two was restored without the other. */
class ViewsAheadOfLog extends Error {
  override name = 'ViewsAheadOfLog';
}

export type RunningProjection = {
  /** As of at most two seconds ago. */
  health(): ProjectionHealth;
  stop(): Promise<void>;
};

export type ProjectionListener = {
  onMove(moved: ViewsMoved): void;
  onBatch(report: BatchReport): void;
  onError(error: unknown): void;
};

/**
 * Keeps the live views up to date until it is stopped, as the one leader of all processes that do. Rebuilds the views
 * when they were made by other projectors than these. Throws ViewsAheadOfLog.
 */
export async function startProjection(
  projection: Projection,
  { onMove, onBatch, onError }: ProjectionListener,
): Promise<RunningProjection> {
  await refuseViewsAheadOfLog(projection);
  const stopping = new AbortController();
  const { signal } = stopping;
  const health = createHealthCheck(projection);

  async function lead(term: AbortSignal): Promise<void> {
    const digest = digestOf(projection.projectors);
    await dropLeftOvers(projection.pool, digest);
    if ((await liveGeneration(projection.pool)).digest !== digest) {
      health.rebuilding(true);
      // Rows of the old views are left alone: they may have other columns than these projectors write.
      const report = await rebuild(projection, term).finally(() => {
        health.rebuilding(false);
      });
      if (report === undefined) return;
      onMove({ position: (await liveGeneration(projection.pool)).position, owners: '*' });
    }
    // What waits may only have waited for this version. The views go on meanwhile.
    const retrying = retryWaiting(term);
    await runProjection(projection, {
      target: 'live',
      signal: term,
      onError,
      onBatch: (report) => {
        onMove(report.moved);
        onBatch(report);
        return undefined;
      },
    });
    await retrying;
  }

  async function retryWaiting(term: AbortSignal): Promise<void> {
    for (let wait = TROUBLE_PAUSE_MS; !term.aborted; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
      try {
        await retryQuarantine(projection, term);
        return;
      } catch (error) {
        if (!term.aborted) onError(error);
        await delay(wait, undefined, { signal: term }).catch(() => {});
      }
    }
  }

  const leading = runAsLeader(projection.pool, LEASE, signal, async (term) => {
    try {
      await lead(term);
    } catch (error) {
      onError(error);
      await delay(TROUBLE_PAUSE_MS, undefined, { signal: term }).catch(() => {});
    }
  });
  const examining = setInterval(() => void health.examine(), HEALTH_EVERY_MS);

  return {
    health: health.current,
    async stop() {
      clearInterval(examining);
      stopping.abort();
      await leading;
    },
  };
}

async function refuseViewsAheadOfLog({ pool, source }: Projection): Promise<void> {
  const [live, end] = [await liveGeneration(pool), await source.end()];
  if (live.position <= end) return;
  throw new ViewsAheadOfLog(
    `The views stand at position ${live.position}, but the log ends at ${end}. The log is older than the views: ` +
      'restore the newer log, or drop schemas views and projection to build the views anew.',
  );
}
