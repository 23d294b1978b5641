import { finished } from 'node:stream';
import { limits } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { QueueFull } from '@anecdotes/contracts/server/concurrency/bounded-queue';
import { createFairQueue } from '@anecdotes/contracts/server/concurrency/fair-queue';
import { createTally } from '@anecdotes/contracts/server/concurrency/tally';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WriteLimits, writerOf } from '../write-limits.ts';

/** Keeps large batches from taking the memory and the time that other calls need. */
export type BatchIntake = {
  /**
   * The options of a route for batches: before it reads a body, it throws QueueFull when all bodies together would be
   * too large; then it throws RATE_LIMITED if no anecdotes are left to the caller.
   */
  readonly route: {
    readonly config: { readonly access: 'journal'; readonly scope: 'write'; readonly limit: 'command' };
    onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    preHandler(request: FastifyRequest): Promise<void>;
  };
  /**
   * Runs a batch when its turn comes, and counts the anecdotes that its body names; accounts take turns. Throws QueueFull
   * when it has to wait too long; then nothing is counted, because the caller sends it again.
   */
  runInTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result>;
};

/** The most bytes of bodies that are being read, waiting or being processed: in total, and of one account. */
const MAX_BODIES = 12 * limits.batchBytes;
const MAX_BODIES_OF_ACCOUNT = 4 * limits.batchBytes;
const AT_ONCE = { count: 2, bytes: 2 * limits.batchBytes };
const WAITING = { count: 100, bytes: MAX_BODIES, milliseconds: 5_000 };

export function createBatchIntake(writeLimits: WriteLimits): BatchIntake {
  const bodies = createTally();
  const inTurn = createFairQueue({ room: AT_ONCE, waiting: WAITING });
  return {
    route: {
      config: { access: 'journal', scope: 'write', limit: 'command' },
      async onRequest(request, reply) {
        const { account } = principalOf(request);
        const bytes = bytesOf(request);
        const isTooMuch = bodies.total + bytes > MAX_BODIES || bodies.of(account) + bytes > MAX_BODIES_OF_ACCOUNT;
        if (isTooMuch) throw new QueueFull(1);
        bodies.add(account, bytes);
        finished(reply.raw, () => bodies.add(account, -bytes));
      },
      preHandler: (request) => writeLimits.countItems(writerOf(request), 0),
    },
    runInTurn: (request, work) =>
      inTurn({ owner: principalOf(request).account, bytes: bytesOf(request) }, async () => {
        await writeLimits.countItems(writerOf(request), itemsOf(request.body));
        return work();
      }),
  };
}

/** The size in the header of a request; without one, the size that a batch may have at most. */
function bytesOf({ headers }: FastifyRequest): number {
  const announced = Number(headers['content-length'] ?? limits.batchBytes);
  return Math.min(announced, limits.batchBytes);
}

/** The number of anecdotes in the body of a batch. */
function itemsOf(body: unknown): number {
  const { anecdotes, ids } = body as { anecdotes?: readonly unknown[]; ids?: readonly unknown[] };
  return (anecdotes ?? ids ?? []).length;
}
