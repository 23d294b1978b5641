import { setTimeout as delay } from 'node:timers/promises';

/** Does `work` and answers or fails no sooner than after `milliseconds`, so that the time tells nothing about it. */
export async function withMinimumDuration<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(milliseconds)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
