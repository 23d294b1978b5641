import { QueueFull } from '@anecdotes/contracts/server/concurrency/bounded-queue';
import { expect, test } from 'vitest';
import { appendWithRetry } from './append-with-retry.ts';
import type { AppendResult, EventLog } from './event-log.ts';

const append = { stream: 'anecdote-1', expectedRevision: 'no-stream', events: [] } as const;
const appended: AppendResult = { status: 'appended', revision: 0, position: 1n };

/** A log whose appends return or throw the `outcomes`, in this order. */
function logWith(outcomes: (AppendResult | Error)[]): EventLog {
  return {
    readStream: async () => [],
    async append() {
      const outcome = outcomes.shift();
      if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error('one append too many');
      return outcome;
    },
  };
}

test('an append whose outcome is unknown is repeated', async () => {
  const log = logWith([new Error('connection lost'), new Error('connection lost'), appended]);
  expect(await appendWithRetry(log, append)).toEqual(appended);
});

test('an append that was refused because too many wait is not repeated: the error tells the caller when to retry', async () => {
  const refused = new QueueFull(3);
  await expect(appendWithRetry(logWith([refused, appended]), append)).rejects.toBe(refused);
});
