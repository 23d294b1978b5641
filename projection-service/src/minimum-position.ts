import { headers, Problem } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import type { Positions } from './positions.ts';

const PATIENCE_MS = 2_000;

/**
 * Makes every route of `app` wait for the position the caller asks for, and tell the one it answers from: what a
 * person has just written is seen by them, or the answer is 503, never older data in silence.
 */
export function honourMinimumPosition(app: HttpServer, positions: Positions, patience = PATIENCE_MS): void {
  app.addHook('preHandler', async (request, reply) => {
    const wanted = request.headers[headers.minPosition];
    if (wanted !== undefined && wanted !== '') {
      if (typeof wanted !== 'string' || !/^\d{1,19}$/.test(wanted)) {
        throw new Problem('MALFORMED_REQUEST', { message: 'X-Min-Position must be a position' });
      }
      if (!(await positions.reach(BigInt(wanted), patience))) throw new Problem('NOT_YET_VISIBLE', { retryAfter: 1 });
    }
    reply.header(headers.logPosition, String(positions.current()));
  });
}
