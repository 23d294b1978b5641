import { finished } from 'node:stream';
import { limits } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { createFairQueue } from '@anecdotes/contracts/server/concurrency/fair-queue';
import { LineFull } from '@anecdotes/contracts/server/concurrency/waiting-line';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Keeps large batches from taking the memory and the time that other calls need. */
export type BatchIntake = {
  /** Before the body of a batch is read: throws LineFull when the bodies that are here already are too large. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs a batch in turn, accounts one after the other. Throws LineFull when its turn does not come in time. */
  runInTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result>;
};

/** Bytes of bodies that are read, wait or are worked on, in all and of one account. */
const MAX_BODIES = 12 * limits.batchBytes;
const MAX_BODIES_OF_ACCOUNT = 4 * limits.batchBytes;
const AT_ONCE = { count: 2, bytes: 2 * limits.batchBytes };
const WAITING = { count: 100, bytes: MAX_BODIES, milliseconds: 5_000 };

export function createBatchIntake(): BatchIntake {
  const ofAccount = new Map<string, number>();
  const inTurn = createFairQueue({ room: AT_ONCE, waiting: WAITING });
  let inAll = 0;
  return {
    async admit(request, reply) {
      const { account } = principalOf(request);
      const bytes = bytesOf(request);
      const own = ofAccount.get(account) ?? 0;
      if (inAll + bytes > MAX_BODIES || own + bytes > MAX_BODIES_OF_ACCOUNT) {
        throw new LineFull(1);
      }
      inAll += bytes;
      ofAccount.set(account, own + bytes);
      finished(reply.raw, () => {
        inAll -= bytes;
        const left = (ofAccount.get(account) ?? bytes) - bytes;
        if (left === 0) ofAccount.delete(account);
        else ofAccount.set(account, left);
      });
    },
    runInTurn: (request, work) => inTurn({ owner: principalOf(request).account, bytes: bytesOf(request) }, work),
  };
}

/** The size of a body as it is announced; one that is not announced may be as large as a batch can be. */
function bytesOf({ headers }: FastifyRequest): number {
  const announced = Number(headers['content-length'] ?? limits.batchBytes);
  return Math.min(announced, limits.batchBytes);
}
