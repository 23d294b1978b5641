import { headers, Problem } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { isPublic } from '@anecdotes/contracts/server/auth/route-policy';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { callerKey, type LastPositions } from '@anecdotes/contracts/server/http/last-positions';
import type { Positions } from './positions.ts';

const MAX_WAIT_MS = 2_000;

/**
 * Makes every route of `app` wait for the position the caller asks for, or else for the caller's last change as far as
 * `lastPositions` knows it, and tell the one it answers from: what a person has just written is seen by them, or the
 * answer is 503, never older data in silence. Views that are not those of the log are not shown to anybody.
 */
export function enforceMinimumPosition(
  app: HttpServer,
  positions: Positions,
  { lastPositions, maxWaitMs = MAX_WAIT_MS }: { lastPositions?: LastPositions | undefined; maxWaitMs?: number } = {},
): void {
  app.addHook('preHandler', async (request, reply) => {
    const wanted = request.headers[headers.minPosition] || lastChangeOf(request, lastPositions);
    if (wanted !== undefined && (typeof wanted !== 'string' || !/^\d{1,19}$/.test(wanted))) {
      throw new Problem('MALFORMED_REQUEST', { message: 'X-Min-Position must be a position' });
    }
    if (wanted !== undefined || showsViews(request)) {
      if (!(await positions.waitFor(BigInt(wanted ?? 0), maxWaitMs)))
        throw new Problem('NOT_YET_VISIBLE', { retryAfter: 1 });
    }
    reply.header(headers.logPosition, String(positions.current()));
  });
}

/** A live connection waits for nothing: it tells how far the views have come. */
function showsViews(request: Parameters<typeof principalOf>[0]): boolean {
  return !isPublic(request) && request.routeOptions.url !== '/api/live';
}

function lastChangeOf(
  request: Parameters<typeof principalOf>[0],
  lastPositions: LastPositions | undefined,
): string | undefined {
  if (lastPositions === undefined || !showsViews(request)) return undefined;
  return lastPositions.of(callerKey(principalOf(request)));
}
