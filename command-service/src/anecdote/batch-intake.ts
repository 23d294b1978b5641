import { finished } from 'node:stream';
import { limits } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { QueueFull } from '@anecdotes/contracts/server/concurrency/bounded-queue';
import { createFairQueue } from '@anecdotes/contracts/server/concurrency/fair-queue';
import { createTally } from '@anecdotes/contracts/server/concurrency/tally';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Keeps large batches from taking the memory and the time that other calls need. */
export type BatchIntake = {
  /** Call it before the body of a batch is read. Throws QueueFull when all bodies together would be too large. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs a batch when its turn comes; accounts take turns. Throws QueueFull when it has to wait too long. */
  runInTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result>;
};

/** The most bytes of bodies that are being read, waiting or being processed: in total, and of one account. */
const MAX_BODIES = 12 * limits.batchBytes;
const MAX_BODIES_OF_ACCOUNT = 4 * limits.batchBytes;
const AT_ONCE = { count: 2, bytes: 2 * limits.batchBytes };
const WAITING = { count: 100, bytes: MAX_BODIES, milliseconds: 5_000 };

export function createBatchIntake(): BatchIntake {
  const bodies = createTally();
  const inTurn = createFairQueue({ room: AT_ONCE, waiting: WAITING });
  return {
    async admit(request, reply) {
      const { account } = principalOf(request);
      const bytes = bytesOf(request);
      const isTooMuch = bodies.total + bytes > MAX_BODIES || bodies.of(account) + bytes > MAX_BODIES_OF_ACCOUNT;
      if (isTooMuch) throw new QueueFull(1);
      bodies.add(account, bytes);
      finished(reply.raw, () => bodies.add(account, -bytes));
    },
    runInTurn: (request, work) => inTurn({ owner: principalOf(request).account, bytes: bytesOf(request) }, work),
  };
}

/** The size in the header of a request; without one, the size that a batch may have at most. */
function bytesOf({ headers }: FastifyRequest): number {
  const announced = Number(headers['content-length'] ?? limits.batchBytes);
  return Math.min(announced, limits.batchBytes);
}
