import type { ServerResponse } from 'node:http';
import { type AccountId, type LiveChange, NoParameters, Problem } from '@anecdotes/contracts';
import { type Authenticator, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import { z } from 'zod';
import type { Positions } from './positions.ts';
import type { ViewsMoved } from './projection/views-moved.ts';
import { limitWaitingCalls } from './waiting-calls.ts';

const HEARTBEAT_MS = 15_000;
/** A session that ended is out everywhere within 5 s. */
const SESSION_CHECK_MS = 4_000;
/** A reader that leaves this much unread is cut off; it comes back and asks anew. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Options = { positions: Positions; authenticate: Authenticator; heartbeat?: number; sessionCheck?: number };

/**
 * `GET /api/live`: tells each open tab when the views of its account moved, as server-sent events. A tab that comes
 * back is told at once where the views stand.
 */
export function liveRoute(app: HttpServer, options: Options): void {
  const { positions, authenticate, heartbeat = HEARTBEAT_MS, sessionCheck = SESSION_CHECK_MS } = options;
  const open = new Map<AccountId, Set<ServerResponse>>();
  const take = limitWaitingCalls();

  const unsubscribe = positions.onMove((moved) => {
    for (const response of readersOf(open, moved)) sendChange(response, moved.position);
  });
  app.addHook('preClose', async () => {
    unsubscribe();
    for (const responses of open.values()) for (const response of responses) response.end();
  });

  app.get(
    '/api/live',
    {
      config: { access: 'journal', scope: 'read', limit: 'read' },
      schema: { querystring: NoParameters, response: { 200: z.string() } },
      exposeHeadRoute: false,
    },
    (request, reply) => {
      const principal = principalOf(request);
      const { account } = principal;
      const responses = open.get(account) ?? new Set();
      const leave = take(principal, addressOf(request));
      reply.hijack();
      const response = reply.raw;
      // Who has left by now is never heard of again: no event would give the place back.
      if (response.destroyed) return leave();
      open.set(account, responses);
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      responses.add(response);
      sendChange(response, positions.current());

      const beat = setInterval(() => response.write(': still here\n\n'), heartbeat);
      const check = setInterval(() => {
        authenticate(request.headers.authorization, { skipCache: true }).catch((error: unknown) => {
          // A database that is away for a moment ends nobody's session.
          if (error instanceof Problem) response.end();
        });
      }, sessionCheck);
      response.on('error', () => {});
      response.on('close', () => {
        clearInterval(beat);
        clearInterval(check);
        responses.delete(response);
        leave();
        if (responses.size === 0 && open.get(account) === responses) open.delete(account);
      });
    },
  );
}

function* readersOf(open: ReadonlyMap<AccountId, Set<ServerResponse>>, moved: ViewsMoved): Generator<ServerResponse> {
  if (moved.owners === '*') for (const responses of open.values()) yield* responses;
  else for (const owner of moved.owners) yield* open.get(owner as AccountId) ?? [];
}

function sendChange(response: ServerResponse, position: bigint): void {
  const change: LiveChange = { position: String(position) };
  response.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
}
