import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '@anecdotes/contracts';
import { requireAuthentication } from '@anecdotes/contracts/server/auth/authentication';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { ChangeReader } from '@anecdotes/projection-service/changes/queries';
import { changesRoute } from '@anecdotes/projection-service/changes/routes';
import { openViewsIn } from '@anecdotes/projection-service/db/database';
import { createKeyset } from '@anecdotes/projection-service/keyset';
import { liveRoute } from '@anecdotes/projection-service/live';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { memoryEventKeys } from '../support/memory-event-keys.ts';
import { createMemoryEventLog } from '../support/memory-event-log.ts';
import { newAccountId } from '../support/projection.ts';

let app = createHttpServer({ logger: false });
afterEach(async () => {
  await app.close();
  app = createHttpServer({ logger: false });
});

const account = newAccountId();
const caller = { account } as Awaited<ReturnType<Parameters<typeof requireAuthentication>[1]>>;
const positions = {
  current: () => 7n,
  advanceTo() {},
  waitFor: async () => true,
  untilAwaited: async () => {},
  onMove: () => () => {},
  stop: async () => {},
};

test('a live connection is kept alive, survives an unreachable database, and ends soon after its session', async () => {
  let session: 'live' | 'unknown' | 'ended' = 'live';
  const authenticate = async () => {
    if (session === 'unknown') throw new Error('Connection terminated');
    if (session === 'ended') throw new Problem('UNAUTHENTICATED');
    return caller;
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

/** The changes of a journal without any. */
const noChanges: ChangeReader = {
  db: openViewsIn('views', {
    connect: async () => ({ query: async () => ({ command: 'SELECT', rows: [] }), release() {} }),
  } as unknown as pg.Pool),
  keyset: createKeyset(new Uint8Array(32)),
  keys: memoryEventKeys(),
  source: createMemoryEventLog(),
};

test.each([
  ['/api/live', '/api/live'],
  ['/api/changes?wait=30', '/api/changes?wait=1'],
])('a client that leaves before its call of %s waits takes no slot', async (left, kept) => {
  requireAuthentication(app, async () => caller);
  app.addHook('preHandler', async ({ headers, raw }, reply) => {
    if (headers['x-leaves'] === undefined) return;
    raw.socket.destroy();
    await once(reply.raw, 'close');
  });
  liveRoute(app, { positions, authenticate: async () => caller });
  changesRoute(app, { positions, authenticate: async () => caller, ...noChanges });
  await app.listen({ port: 0, host: '127.0.0.1' });

  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string, headers = {}) => once(http.get({ port, path, headers }), 'response');
  for (let time = 0; time < 25; time += 1) await expect(ask(left, { 'x-leaves': 'yes' })).rejects.toThrow('hang up');
  const [response] = (await ask(kept)) as [http.IncomingMessage];
  expect(response.statusCode).toBe(200);
});
