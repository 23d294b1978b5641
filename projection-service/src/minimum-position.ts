import { headers, Problem } from '@anecdotes/contracts';
import { principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { isPublic } from '@anecdotes/contracts/server/auth/route-policy';
import type { HttpRequest, HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { callerKey, type LastPositions } from '@anecdotes/contracts/server/http/last-positions';
import type { Positions } from './positions.ts';

const MAX_WAIT_MS = 2_000;

/**
 * Makes every route of `app` that is not public wait for the position that the caller names, or else for the caller's
 * last change if `lastPositions` knows it, and every route return the position it answers from. Callers see what they
 * have just written, or get 503, but never older data without notice. Views that are not those of the log are never
 * shown.
 */
export function enforceMinimumPosition(
  app: HttpServer,
  positions: Positions,
  { lastPositions }: { lastPositions?: LastPositions | undefined },
): void {
  let lastSent = { position: 0n, text: '0' };
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const wanted = isPublic(request) ? undefined : (namedBy(request) ?? lastChangeOf(request, lastPositions));
    if (wanted !== undefined || showsViews(request)) {
      if (!(await positions.waitFor(wanted ?? 0n, MAX_WAIT_MS)))
        throw new Problem('NOT_YET_VISIBLE', { retryAfter: 1 });
    }
    const position = positions.current();
    if (position !== lastSent.position) lastSent = { position, text: String(position) };
    reply.header(headers.logPosition, lastSent.text);
  });
}

/** The position that a caller names in X-Min-Position; throws the problem MALFORMED_REQUEST. */
function namedBy({ headers: given }: HttpRequest): bigint | undefined {
  const named = given[headers.minPosition];
  if (named === undefined || named === '') return undefined;
  if (typeof named === 'string' && /^\d{1,19}$/.test(named)) return BigInt(named);
  throw new Problem('MALFORMED_REQUEST', { message: 'X-Min-Position must be a position' });
}

/** True for a route that answers from the views. A live connection does not wait: it reports how far the views are. */
function showsViews(request: HttpRequest): boolean {
  return !isPublic(request) && request.routeOptions.url !== '/api/live';
}

function lastChangeOf(request: HttpRequest, lastPositions: LastPositions | undefined): bigint | undefined {
  if (lastPositions === undefined || !showsViews(request)) return undefined;
  return lastPositions.of(callerKey(principalOf(request)));
}
