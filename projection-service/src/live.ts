import type { ServerResponse } from 'node:http';
import { type AccountId, type LiveChange, NoParameters, Problem } from '@anecdotes/contracts';
import { type Authenticator, principalOf } from '@anecdotes/contracts/server/auth/authentication';
import { every } from '@anecdotes/contracts/server/concurrency/every';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { addressOf } from '@anecdotes/contracts/server/http/rate-limit';
import { z } from 'zod';
import type { Positions } from './positions.ts';
import type { ViewsMoved } from './projection/views-moved.ts';
import { limitWaitingCalls } from './waiting-calls.ts';

const HEARTBEAT_MS = 15_000;
/** The connections of a session that ended are closed within 5 s. */
const SESSION_CHECK_MS = 4_000;
/** A client that leaves this much unread is disconnected; it connects again and reloads. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Options = { positions: Positions; authenticate: Authenticator; heartbeat?: number; sessionCheck?: number };

/**
 * `GET /api/live`: notifies each open tab with server-sent events when the views of its account moved. A tab that
 * connects, also again, receives the current position at once.
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
      // A client that is already gone emits no `close` event, which would free its slot.
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
      const check = every(
        sessionCheck,
        () => authenticate(request.headers.authorization, { skipCache: true }),
        (error) => {
          // Only a refusal ends the connection, not a database that is unavailable for a moment.
          if (error instanceof Problem) response.end();
        },
      );
      response.on('error', () => {});
      response.on('close', () => {
        clearInterval(beat);
        void check.stop();
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
