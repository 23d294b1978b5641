import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '@anecdotes/contracts';
import { requireAuthentication } from '@anecdotes/contracts/server/authentication';
import { createHttpServer } from '@anecdotes/contracts/server/http-server';
import { liveRoute } from '@anecdotes/projection-service/live';
import { afterEach, expect, test } from 'vitest';
import { newAccountId } from '../support/projection.ts';

const app = createHttpServer({ logger: false });
afterEach(() => app.close());

test('a live connection is kept alive and ends soon after its session, not when the database is away', async () => {
  const account = newAccountId();
  let session: 'live' | 'unknown' | 'ended' = 'live';
  const authenticate = async () => {
    if (session === 'unknown') throw new Error('Connection terminated');
    if (session === 'ended') throw new Problem('UNAUTHENTICATED');
    return { account } as Awaited<ReturnType<Parameters<typeof requireAuthentication>[1]>>;
  };
  const positions = {
    current: () => 7n,
    raise() {},
    reach: async () => true,
    onMove: () => () => {},
    stop: async () => {},
  };
  requireAuthentication(app, authenticate);
  liveRoute(app, { positions, authenticate, heartbeat: 5, sessionCheck: 20 });
  await app.listen({ port: 0, host: '127.0.0.1' });

  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(http.get({ port, path: '/api/live' }), 'response')) as [http.IncomingMessage];
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += chunk;
    if (text.split(': still here').length > 3 && session === 'live') session = 'unknown';
    if (text.split(': still here').length > 15 && session === 'unknown') session = 'ended';
  }
  expect(session).toBe('ended');
  expect(text).toMatch(/^event: change\ndata: \{"position":"7"\}\n\n: still here\n\n/);
});
