import { QueueFull } from '@anecdotes/contracts/server/concurrency/bounded-queue';
import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { WriteLimits } from '../write-limits.ts';
import { createBatchIntake } from './batch-intake.ts';

/** A batch of two anecdotes. */
const request = {
  headers: { 'content-length': '100' },
  body: { ids: ['one', 'two'] },
  ip: '192.0.2.1',
  getDecorator: () => ({ account: 'ann', role: 'member' }),
} as unknown as FastifyRequest;

test('the anecdotes of a batch are counted when its turn comes, and not if it is refused because too many wait', async () => {
  const countItems = vi.fn<WriteLimits['countItems']>(async () => {});
  const { route, runInTurn } = createBatchIntake({ countItems } as Partial<WriteLimits> as WriteLimits);
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  const refusals: unknown[] = [];
  const batches = Array.from({ length: 60 }, async () => {
    await route.preHandler(request);
    await runInTurn(request, () => work).catch((error: unknown) => void refusals.push(error));
  });
  await vi.waitUntil(() => refusals.length > 0);
  finish();
  await Promise.all(batches);
  expect(new Set(refusals.map((error) => error instanceof QueueFull))).toEqual(new Set([true]));
  const counted = countItems.mock.calls.map(([, items]) => items).reduce((sum, items) => sum + items);
  expect(counted).toBe(2 * (batches.length - refusals.length));
});
