import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueue } from './queue.ts';

const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) };

test('a queue runs a limited number at a time, the others in order, and refuses work when too many wait', async () => {
  const queue = createQueue(1, 1);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const calls = ['first', 'second', 'third'].map((name) =>
    queue.run(async () => {
      await gate.promise;
      order.push(name);
    }),
  );
  const settled = Promise.allSettled(calls);
  gate.resolve();
  expect((await settled)[2]).toEqual(unavailable);
  expect(order).toEqual(['first', 'second']);
});

test('a closed queue refuses waiting and new work, and lets running work finish', async () => {
  const queue = createQueue(1);
  const gate = Promise.withResolvers<string>();
  const running = queue.run(() => gate.promise);
  const waiting = queue.run(async () => 'too late');
  queue.close();
  const settled = Promise.allSettled([waiting, queue.run(async () => 'too late')]);
  gate.resolve('done');
  expect(await settled).toEqual([unavailable, unavailable]);
  expect(await running).toBe('done');
});

test('a queue refuses work that has waited too long, never runs it, and goes on with later work', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = createQueue(1, 10, 1_000);
  const gate = Promise.withResolvers<string>();
  const running = queue.run(() => gate.promise);
  const ran: string[] = [];
  const late = Promise.allSettled([queue.run(async () => ran.push('late'))]);
  vi.advanceTimersByTime(1_000);
  expect(await late).toEqual([unavailable]);
  const next = queue.run(async () => ran.push('next'));
  gate.resolve('done');
  await Promise.all([running, next]);
  expect(ran).toEqual(['next']);
});
