import { abortableDelay } from '@anecdotes/contracts/server/concurrency/delay';
import { every } from '@anecdotes/contracts/server/concurrency/every';
import { shareRun } from '@anecdotes/contracts/server/concurrency/share-run';
import type { UntilAwaited } from '../gathering.ts';
import { declareStale, digestOf, dropLeftOvers, liveGeneration } from './generation.ts';
import { createHealthCheck, missingKeysSentence, type ProjectionHealth } from './health.ts';
import { runAsLeader } from './leader.ts';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { retryQuarantine } from './retry-quarantine.ts';
import { runProjection } from './run.ts';
import { expectSameLog, LogReplaced } from './same-log.ts';
import { takeMissingStatistics } from './take-statistics.ts';
import type { ViewsMoved } from './views-moved.ts';
import type { BatchReport } from './write-in-parts.ts';

/** The process that holds this lease keeps the views up to date. */
const LEASE = 'projector';

const HEALTH_EVERY_MS = 2_000;
const TROUBLE_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const RETRY_EVERY_MS = 60_000;
const RETRY_WITHIN_MS = 30_000;
const MISSING_KEYS_LOG_MS = 60_000;

export type RunningProjection = {
  /** As of at most two seconds ago. */
  health(): ProjectionHealth;
  /** Retries the parked events now, for half a minute at most; returns how many were applied. */
  retryQuarantine(): Promise<number>;
  stop(): Promise<void>;
};

export type ProjectionListener = {
  onMove(moved: ViewsMoved): void;
  onBatch(report: BatchReport): void;
  onError(error: unknown): void;
  /**
   * Receives a sentence for the operator about what must not happen: another log, or a vault without the keys of
   * events.
   */
  onIncident?(sentence: string): void;
};

/**
 * Keeps the live views up to date until it is stopped, as the one leader among all processes that do. Rebuilds the
 * views when they were made by other projectors or from another log. Retries the parked events every `retryEvery`
 * milliseconds. Batches are larger while nobody waits for them (`untilAwaited`).
 */
export async function startProjection(
  projection: Projection,
  { onMove, onBatch, onError, onIncident = () => {} }: ProjectionListener,
  { retryEvery = RETRY_EVERY_MS, untilAwaited }: { retryEvery?: number; untilAwaited?: UntilAwaited } = {},
): Promise<RunningProjection> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const health = createHealthCheck(projection);
  /** Retries the parked events for a limited time; simultaneous calls share one run. */
  const retry = shareRun((until: AbortSignal) =>
    retryQuarantine(projection, AbortSignal.any([until, AbortSignal.timeout(RETRY_WITHIN_MS)])),
  );
  const onMissingKeys = atMostEvery(MISSING_KEYS_LOG_MS, (events: number) => {
    onIncident(missingKeysSentence(events));
  });

  /** Keeps the views up to date until `term` ends. Throws LogReplaced when they were not made from this log. */
  async function keepUpToDate(term: AbortSignal): Promise<void> {
    const { pool, projectors, source } = projection;
    const live = await liveGeneration(pool);
    const digest = digestOf(projectors);
    if (!live.isStale) await expectSameLog(source, live);
    await dropLeftOvers(pool, digest);
    if (live.isStale || live.digest !== digest) {
      health.rebuilding(true);
      // The rows of the old views are not changed: they may have other columns than these projectors write.
      const report = await rebuild(projection, term).finally(() => {
        health.rebuilding(false);
      });
      if (report === undefined) return;
      await health.examine();
    }
    const over = new AbortController();
    const ending = AbortSignal.any([term, over.signal]);
    const retrying = retryWaiting(ending);
    const takingStatistics = takeMissingStatistics(pool, ending).catch(onError);
    try {
      await runProjection(projection, {
        target: 'live',
        signal: term,
        untilAwaited,
        onError,
        onBatch: (report) => {
          onMove(report.moved);
          onBatch(report);
          if (report.missingKeys > 0) onMissingKeys(report.missingKeys);
          return undefined;
        },
      });
    } finally {
      over.abort();
      await Promise.all([retrying, takingStatistics]);
    }
  }

  /** Keeps the views up to date until `term` ends, also after the log was replaced by another one. */
  async function lead(term: AbortSignal): Promise<void> {
    while (!term.aborted) {
      try {
        await keepUpToDate(term);
        return;
      } catch (error) {
        if (!(error instanceof LogReplaced)) throw error;
        onIncident(error.message);
        await declareStale(projection.pool, await liveGeneration(projection.pool));
      }
    }
  }

  /**
   * Retries the parked events: they may have waited for this version, or for a key that is there now. The runner
   * continues meanwhile.
   */
  async function retryWaiting(term: AbortSignal): Promise<void> {
    for (let wait = TROUBLE_PAUSE_MS; !term.aborted; ) {
      let pause = retryEvery;
      try {
        await retry(term);
        wait = TROUBLE_PAUSE_MS;
      } catch (error) {
        if (!term.aborted) onError(error);
        pause = Math.min(wait, retryEvery);
        wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
      }
      await abortableDelay(pause, term);
    }
  }

  const examining = every(HEALTH_EVERY_MS, health.examine, onError);
  // Until its first run has ended, nothing would seem to be wrong.
  await examining.runNow();
  const leading = runAsLeader(projection.pool, LEASE, signal, async (term) => {
    try {
      await lead(term);
    } catch (error) {
      onError(error);
      await abortableDelay(TROUBLE_PAUSE_MS, term);
    }
  });
  return {
    health: health.current,
    async retryQuarantine() {
      const applied = await retry(signal);
      await health.examine();
      return applied;
    },
    async stop() {
      stopping.abort();
      await Promise.all([leading, examining.stop()]);
    },
  };
}

/** Calls `report` with the number of events since the last report, at most once in `milliseconds`. */
function atMostEvery(milliseconds: number, report: (events: number) => void): (events: number) => void {
  let unreported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (events) => {
    unreported += events;
    if (performance.now() - reportedAt < milliseconds) return;
    report(unreported);
    [unreported, reportedAt] = [0, performance.now()];
  };
}
