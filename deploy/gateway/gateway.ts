import { Problem } from '@anecdotes/contracts';
import { failure } from '@anecdotes/contracts/server/errors';
import { createHttpServer } from '@anecdotes/contracts/server/http-server';
import { loggerOptions } from '@anecdotes/contracts/server/logging';
import type { RunningService } from '@anecdotes/contracts/server/process';
import { createRateLimiter } from '@anecdotes/contracts/server/rate-limit';
import { limitUnknownRoutes } from '@anecdotes/contracts/server/unknown-routes';
import { sendSecurityHeaders } from '../embedded/security-headers.ts';
import { serveWebApp } from '../embedded/web-app.ts';
import type { GatewayConfiguration } from './configuration.ts';
import { createForwarder } from './forward.ts';

/** Answers in flight may take this long once the gateway is asked to end. */
const DRAIN_MS = 5_000;

/** The one address of the product when its services run apart: the web app, and the API by its one rule. */
export async function startGateway(configuration: GatewayConfiguration): Promise<RunningService> {
  const { COMMAND_URL, PROJECTION_URL, TRUST_PROXY } = configuration;
  const app = createHttpServer({
    logger: loggerOptions(configuration.LOG_LEVEL),
    ...(TRUST_PROXY !== undefined && { trustProxy: TRUST_PROXY }),
  });
  const { forward, close } = createForwarder();
  sendSecurityHeaders(app, configuration);
  // Before any body is read and any unknown address counted: whoever answers does both.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.hijack();
    const headers = reply.getHeaders() as Record<string, string>;
    forward(request.raw, reply.raw, {
      target: new URL(targetOf(request.method, request.url) === 'command' ? COMMAND_URL : PROJECTION_URL),
      caller: { address: request.ip, protocol: request.protocol, id: request.id },
      headers,
      onUnreachable(error) {
        request.log.warn({ err: error }, 'a service is away');
        const problem = new Problem('UNAVAILABLE', { retryAfter: 1 });
        const told = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' };
        reply.raw.writeHead(problem.status, { ...headers, ...told });
        reply.raw.end(JSON.stringify(failure(problem, request.id)));
      },
    });
  });
  await serveWebApp(app, limitUnknownRoutes(app, createRateLimiter(configuration.RATE_LIMIT === 'on')));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const answers = await Promise.all([COMMAND_URL, PROJECTION_URL].map(isReady));
    return answers.every(Boolean)
      ? { status: 'ok' }
      : reply.code(503).header('retry-after', 1).send({ status: 'unavailable' });
  });

  const address = await app.listen({ host: configuration.HOST, port: configuration.PORT });
  return {
    address,
    async stop() {
      const forced = setTimeout(close, DRAIN_MS);
      await app.close();
      clearTimeout(forced);
      close();
    },
  };
}

/** Reading goes to the projection-service, everything else to the command-service; opening a mail records a fact. */
export function targetOf(method: string, url: string): 'command' | 'projection' {
  const isReading = method === 'GET' || method === 'HEAD';
  return isReading && !url.startsWith('/api/email-tracking/open/') ? 'projection' : 'command';
}

async function isReady(service: string): Promise<boolean> {
  return fetch(new URL('/readyz', service), { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
