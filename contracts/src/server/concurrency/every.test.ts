import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from './every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failOnError = (error: unknown) => {
  throw error;
};

/** A job whose runs last until `finish` is called. */
function heldJob() {
  const runs: PromiseWithResolvers<void>[] = [];
  return {
    runs,
    job: () => {
      runs.push(Promise.withResolvers<void>());
      return runs.at(-1)?.promise as Promise<void>;
    },
    finish: () => runs.at(-1)?.resolve(),
  };
}

test('a repeated job is not started again while it runs, by its interval or on demand', async () => {
  const { runs, job, finish } = heldJob();
  const repeated = every(100, job, failOnError);
  await vi.advanceTimersByTimeAsync(350);
  void repeated.runNow();
  expect(runs).toHaveLength(1);
  finish();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toHaveLength(2);
});

test('stopping a repeated job waits for the run in progress, and starts no other', async () => {
  const { runs, job, finish } = heldJob();
  const repeated = every(100, job, failOnError);
  void repeated.runNow();
  let isStopped = false;
  const stopping = repeated.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(isStopped).toBe(false);
  finish();
  await stopping;
  await repeated.runNow();
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toHaveLength(1);
});

test('the error of a repeated job is reported and does not end it, unless stopping it caused the error', async () => {
  const errors: unknown[] = [];
  const repeated = every(
    100,
    () => Promise.reject('out of order'),
    (error) => errors.push(error),
  );
  await vi.advanceTimersByTimeAsync(200);
  expect(errors).toEqual(['out of order', 'out of order']);
  await repeated.stop();

  const interrupted = every(
    100,
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    (error) => errors.push(error),
  );
  void interrupted.runNow();
  await interrupted.stop();
  expect(errors).toHaveLength(2);
});
