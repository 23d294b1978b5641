import { performance } from 'node:perf_hooks';
import type { StoredEvent } from '@anecdotes/contracts';
import { abortableDelay } from '@anecdotes/contracts/server/concurrency/delay';
import type { CheckpointKeys } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import type { CheckpointDestinations } from './checkpoint-destinations.ts';
import { lastPublished, publishCheckpoint } from './checkpoints.ts';
import { proveEvent } from './event-proof.ts';
import { growTree, type TreeOfLog } from './grow-tree.ts';
import { LogNotContinued } from './log-not-continued.ts';

const GROW_EVERY_MS = 10_000;
/** If the event loop was busier than this since the last check, growing the tree is postponed, for up to an hour. */
const BUSY = 0.5;
const MAX_POSTPONED = 360;
const PUBLISH_EVERY_MS = 24 * 3_600_000;
const RETRY_PUBLISHING_MS = 600_000;

/** The tree of the log, kept up to date, and its checkpoints. */
export type Transparency = {
  /** One sentence for each thing that prevents checkpoints from being made or kept. */
  troubles(): readonly string[];
  /** A C2SP tlog-proof of `event`, with `key` to open it; undefined when none is possible. */
  prove(event: StoredEvent, key: Uint8Array): Promise<string | undefined>;
  stop(): Promise<void>;
};

/**
 * Keeps the tree of the log up to date in the background and, if there are `keys`, publishes a checkpoint once a day.
 * Failures are reported through `onError` and `troubles`, and tried again. `growEvery` is in milliseconds.
 */
export function keepTransparent(
  log: TreeOfLog & { keys: CheckpointKeys | undefined; destinations: CheckpointDestinations },
  onError: (error: unknown) => void,
  { growEvery = GROW_EVERY_MS }: { growEvery?: number } = {},
): Transparency {
  const { pool, keys, destinations } = log;
  const stopping = new AbortController();
  const { signal } = stopping;
  let troubles: readonly string[] = [];
  let publishAt: number | undefined;

  async function publishWhenDue(signed: CheckpointKeys): Promise<void> {
    publishAt ??= ((await lastPublished(pool, signed.signer.verifier.name))?.madeAt.getTime() ?? 0) + PUBLISH_EVERY_MS;
    const wait = publishAt - Date.now();
    // A longer wait means that the clock was ahead when the last one was made.
    if (wait > 0 && wait <= PUBLISH_EVERY_MS) return;
    publishAt = Date.now() + RETRY_PUBLISHING_MS;
    const { failures } = await publishCheckpoint({ ...log, keys: signed, destinations }, signal);
    report(failures);
    if (failures.length === 0) publishAt = Date.now() + PUBLISH_EVERY_MS;
  }

  async function grow(): Promise<void> {
    const { size } = await growTree(log, signal);
    if (keys === undefined) report([]);
    else if (size > 0 && !signal.aborted) await publishWhenDue(keys);
  }

  function report(now: readonly string[]): void {
    for (const trouble of now) if (!troubles.includes(trouble)) log.onIncident?.(trouble);
    troubles = now;
  }

  async function keep(): Promise<void> {
    let before = performance.eventLoopUtilization();
    for (let postponed = 0; !signal.aborted; postponed += 1) {
      await abortableDelay(growEvery, signal);
      const now = performance.eventLoopUtilization();
      const isBusy = performance.eventLoopUtilization(now, before).utilization > BUSY;
      before = now;
      if (signal.aborted) return;
      if (isBusy && postponed < MAX_POSTPONED) continue;
      postponed = 0;
      try {
        await grow();
      } catch (error) {
        if (error instanceof LogNotContinued) {
          report([error.message]);
          // The next checkpoint that succeeds clears the trouble.
          publishAt = Math.min(publishAt ?? 0, Date.now() + RETRY_PUBLISHING_MS);
        } else if (!signal.aborted) onError(error);
      }
    }
  }

  const keeping = keep();
  return {
    troubles: () => troubles,
    async prove(event, key) {
      if (keys === undefined) return undefined;
      try {
        return await proveEvent({ ...log, keys }, event, key);
      } catch (error) {
        if (!(error instanceof LogNotContinued)) throw error;
        log.onIncident?.(error.message);
        return undefined;
      }
    },
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}
