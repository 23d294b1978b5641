import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { fail, headers as names, Problem } from '@anecdotes/contracts';
import { limitConnections } from '@anecdotes/contracts/server/http/connection-limits';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createLastPositions } from '@anecdotes/contracts/server/http/last-positions';
import { loggerOptions } from '@anecdotes/contracts/server/http/logging';
import { createRateLimiter } from '@anecdotes/contracts/server/http/memory-rate-limiter';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/http/unknown-routes';
import type { RunningService } from '@anecdotes/contracts/server/process';
import { sendSecurityHeaders } from '../embedded/security-headers.ts';
import { inlineSources, serveWebApp } from '../embedded/web-app.ts';
import type { GatewayConfiguration } from './configuration.ts';
import { createForwarder, type Kind, MAX_IN_FLIGHT, MAX_PER_ADDRESS } from './forward.ts';

/** How long answers in flight may still take when the gateway stops. */
const DRAIN_MS = 5_000;
/** The least time between two log lines about refused calls of one kind. */
const LOG_EVERY_MS = 10_000;

/** Starts the single entry point for services that run apart: serves the web app, forwards the API by `kindOf`. */
export async function startGateway(configuration: GatewayConfiguration): Promise<RunningService> {
  const { COMMAND_URL, PROJECTION_URL, TRUST_PROXY } = configuration;
  const app = createHttpServer({ logger: loggerOptions(configuration.LOG_LEVEL), trustProxy: TRUST_PROXY });
  if (configuration.RATE_LIMIT === 'on') limitConnections(app, { trustProxy: TRUST_PROXY });
  const { forward, endStreams, close } = createForwarder(
    MAX_IN_FLIGHT,
    configuration.RATE_LIMIT === 'on' ? MAX_PER_ADDRESS : MAX_IN_FLIGHT,
  );
  const lastPositions = createLastPositions();
  const loggedAt: Partial<Record<Kind, number>> = {};
  /** Logs one line in LOG_EVERY_MS, not one for each call. */
  const logTrouble = (error: Error | undefined, kind: Kind) => {
    if (performance.now() - (loggedAt[kind] ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    loggedAt[kind] = performance.now();
    if (error === undefined)
      app.log.warn({ kind }, 'gateway: too many calls of this kind in flight; refusing more with 503');
    else app.log.warn({ err: error, kind }, 'gateway: the service does not answer; refusing with 503');
  };
  sendSecurityHeaders(app, configuration, inlineSources());
  // Runs before any body is read or any unknown path is counted: the service that answers does both.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.hijack();
    const headers = reply.getHeaders() as Record<string, string>;
    const kind = kindOf(request.method, request.url);
    const caller = callerKey(request.headers.authorization);
    const minimum =
      caller === undefined || kind === 'command' || isStream(request.url) ? undefined : lastPositions.of(caller);
    if (minimum !== undefined) request.raw.headers[names.minPosition] ||= String(minimum);
    forward(request.raw, reply.raw, {
      target: new URL(kind === 'command' ? COMMAND_URL : PROJECTION_URL),
      kind,
      caller: { address: request.ip, protocol: request.protocol },
      headers,
      onAnswer({ [names.logPosition]: position }) {
        if (kind === 'command' && caller !== undefined) lastPositions.record(caller, String(position));
      },
      onUnavailable(error) {
        logTrouble(error, kind);
        refuse(reply.raw, headers, request.id);
      },
    });
  });
  await serveWebApp(app, limitUnknownRoutes(app, createRateLimiter(configuration.RATE_LIMIT === 'on')));
  const config = { access: 'operator' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const answers = await Promise.all([COMMAND_URL, PROJECTION_URL].map(isReady));
    return answers.every(Boolean)
      ? { status: 'ok' }
      : reply.code(503).header('retry-after', 1).send({ status: 'unavailable' });
  });

  const address = await app.listen({ host: configuration.HOST, port: configuration.PORT });
  return {
    address,
    async stop() {
      endStreams();
      const forced = setTimeout(close, DRAIN_MS);
      await app.close();
      clearTimeout(forced);
      close();
    },
  };
}

/**
 * Reads go to the projection-service, everything else to the command-service, also the pixel that records that a mail
 * was opened. Reads that can wait for a change count as live.
 */
export function kindOf(method: string, url: string): Kind {
  const isReading = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/email-tracking/open/');
  if (!isReading) return 'command';
  return isStream(url) || /^\/api\/changes(?:\?|$)/.test(url) ? 'live' : 'read';
}

/** A stream does not wait for a position: it reports the position of the views. */
function isStream(url: string): boolean {
  return /^\/api\/live(?:\?|$)/.test(url);
}

/** The hash that identifies a caller in memory, so that no token is kept. The case of `Bearer` does not matter. */
export function callerKey(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^bearer /i, '');
  return token === undefined ? undefined : hash('sha256', token, 'base64');
}

/** Answers 503 without waiting for the rest of a request. */
function refuse(answer: ServerResponse, headers: Readonly<Record<string, string>>, id: string): void {
  const problem = new Problem('UNAVAILABLE', { retryAfter: 1 });
  const fields = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1', connection: 'close' };
  answer.writeHead(problem.status, { ...headers, ...fields });
  answer.end(JSON.stringify(fail(problem, id)));
}

async function isReady(service: string): Promise<boolean> {
  return fetch(new URL('/readyz', service), { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
