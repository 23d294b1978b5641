import { shareRun } from './share-run.ts';

/** A job that runs at intervals. */
export type RepeatedJob = {
  /** Runs the job now, unless it is running; resolves when this run has ended. */
  runNow(): Promise<void>;
  /** Starts no further run; resolves when the one in progress has ended. */
  stop(): Promise<void>;
};

/**
 * Runs `job` every `milliseconds` until it is stopped, but never twice at the same time. Its `signal` aborts when it is
 * stopped. `onError` gets what a run throws before that. Does not keep the process alive.
 */
export function every(
  milliseconds: number,
  job: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): RepeatedJob {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastRun: Promise<void> | undefined;

  const run = shareRun(async () => {
    try {
      await job(signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  });

  async function runNow(): Promise<void> {
    if (signal.aborted) return;
    lastRun = run();
    await lastRun;
  }

  const timer = setInterval(runNow, milliseconds).unref();
  return {
    runNow,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await lastRun;
    },
  };
}
