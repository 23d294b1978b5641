import { setTimeout as delay } from 'node:timers/promises';

/** Runs `work`, but returns or throws no sooner than after `milliseconds`, so that its duration reveals nothing. */
export async function withMinimumDuration<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(milliseconds)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
