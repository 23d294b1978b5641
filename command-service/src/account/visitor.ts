import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { Visitor } from './log-in.ts';

/** Where a request comes from. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { requestId: request.id, address: addressOf(request), userAgent: request.headers['user-agent'] };
}
