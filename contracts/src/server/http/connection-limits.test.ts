import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer as bufferOf, text as textOf } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { limitConnections } from './connection-limits.ts';
import { createHttpServer } from './http-server.ts';

/** What every route of the API declares. */
const config = { access: 'public', limit: 'read' } as const;

const never = 600_000;
const timeouts = { headers: never, request: never, upload: never, answer: never, close: never };

/** A server on a free port, with `connectionTimeouts` in milliseconds. */
async function serverWith(connectionTimeouts: Partial<typeof timeouts> = {}) {
  const app = createHttpServer({
    logger: false,
    connectionTimeouts: { ...timeouts, ...connectionTimeouts },
  });
  app.get('/', { config }, async () => ({}));
  app.get('/long', { config }, async () => 'a'.repeat(64 * 1024 * 1024));
  app.post('/echo', { config }, async (request) => request.body);
  app.addContentTypeParser('application/zip', async (_request: FastifyRequest, body: Readable) => body);
  const schema = { response: { 200: z.object({ bytes: z.int() }) } };
  for (const path of ['/api/import', '/api/other'])
    app.post(path, { config, schema }, async ({ body }) => ({ bytes: (await bufferOf(body as Readable)).length }));
  const refuse = async () => Promise.reject(new Problem('NOT_FOUND'));
  app.post('/refused', { config, onRequest: refuse }, async () => ({}));
  app.post('/partly', { config }, async ({ body }) => {
    for await (const _ of body as Readable) throw new Problem('NOT_FOUND');
  });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

/** Connects, sends `text`, and reads nothing. */
function caller(app: Awaited<ReturnType<typeof serverWith>>, text: string): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  return socket;
}

const end = '\r\nHost: x\r\n\r\n';
const slowBody = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

test.each([
  ['headers that do not end', { headers: 50 }, 'GET / HTTP/1.1\r\nX: a'],
  ['nothing at all', { headers: 50 }, ''],
  ['a body that does not end', { headers: 50, request: 100 }, slowBody],
])('a connection with %s is answered with 408 and closed in time', async (_, connectionTimeouts, text) => {
  const socket = caller(await serverWith(connectionTimeouts), text);
  const answer = await textOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s);
});

test('a connection is closed in time even if small parts of the body keep arriving', async () => {
  const socket = caller(await serverWith({ headers: 50, request: 100 }), slowBody);
  const more = setInterval(() => socket.write(' '), 20);
  onTestFinished(() => clearInterval(more));
  socket.resume();
  await new Promise((resolve) => socket.on('close', resolve));
});

test('a server that closes cuts a connection whose body does not end', async () => {
  const app = await serverWith({ close: 100 });
  const accepted = once(app.server, 'request');
  caller(app, slowBody);
  await accepted;
  await app.close();
});

/** Sends the headers of a file to `path`, then 50 parts of it in two seconds; counts those that were sent. */
function sender(app: Awaited<ReturnType<typeof serverWith>>, path: string, part: string) {
  const headers = 'Host: x\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked';
  const socket = caller(app, `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
  const sent = { parts: 0 };
  const more = setInterval(() => {
    socket.write(sent.parts < 50 ? chunk : '0\r\n\r\n');
    sent.parts += 1;
    if (sent.parts > 50 || socket.closed) clearInterval(more);
  }, 40);
  onTestFinished(() => clearInterval(more));
  return { socket, sent };
}

const large = 'a'.repeat(128 * 1024);

test('a file to import may take longer than other requests while it keeps arriving', async () => {
  const { socket } = sender(await serverWith({ request: 1_000 }), '/api/import', large);
  expect(String(await once(socket, 'data'))).toMatch(new RegExp(`^HTTP/1\\.1 200 .*"bytes":${50 * large.length}`, 's'));
});

test.each([
  ['a file to import that stalls', '/api/import', 'a', { request: 200 }],
  ['a file to import that takes too long', '/api/import', large, { headers: 50, request: 100, upload: 300 }],
  ['a file for another path', '/api/other', large, { request: 200 }],
  ['a file that was refused before it has arrived', '/refused', large, { request: 200 }],
  ['a file that was refused after a part of it', '/partly', large, { request: 200 }],
])('the connection of %s is closed in time', async (_, path, part, connectionTimeouts) => {
  const { socket, sent } = sender(await serverWith(connectionTimeouts), path, part);
  socket.resume();
  await new Promise((resolve) => socket.on('close', resolve));
  expect(sent.parts).toBeLessThan(50);
});

const tooLarge = 'a'.repeat(1024 * 1024);
const post = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json';

test.each([
  ['a length', `${post}\r\nContent-Length: ${tooLarge.length}\r\n\r\n`, ''],
  ['chunks', `${post}\r\nTransfer-Encoding: chunked\r\n\r\n${tooLarge.length.toString(16)}\r\n`, '\r\n0\r\n\r\n'],
])(
  'a body with %s that is too large is refused without breaking the connection on its sender',
  async (_, begin, last) => {
    const half = tooLarge.slice(0, tooLarge.length / 2);
    const socket = caller(await serverWith(), `${begin}${half}`);
    const answer = String(await once(socket, 'data'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*BODY_TOO_LARGE/s);
    expect(answer).not.toMatch(/^connection: close/im);
    socket.write(`${half}${last}GET / HTTP/1.1${end}`);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('a caller who asks to close the connection can still send all of a body that is too large', async () => {
  const app = await serverWith();
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const half = tooLarge.slice(0, tooLarge.length / 2);
  const socket = caller(app, `${post}\r\nConnection: close\r\nContent-Length: ${tooLarge.length}\r\n\r\n${half}`);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413 /);
  const [connection] = await accepted;
  socket.write(half);
  await vi.waitUntil(() => connection.destroyed || connection.bytesRead > tooLarge.length);
  expect(connection.bytesRead).toBeGreaterThan(tooLarge.length);
});

test('the connection of a body that is too large and does not end is closed in time', async () => {
  const app = await serverWith({ headers: 50, request: 200 });
  const socket = caller(app, `${post}\r\nContent-Length: ${tooLarge.length}\r\n\r\n`);
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 413 /);
});

test('a connection that does not read its answer is closed in time', async () => {
  const app = await serverWith({ answer: 100 });
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const reader = caller(app, `GET /long HTTP/1.1${end}`);
  reader.pause();
  const [socket] = await accepted;
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});

test('connections of one address beyond the limit are refused until one of them is closed', async () => {
  const app = await serverWith();
  limitConnections(app, { most: 2 });
  const accepted: Socket[] = [];
  app.server.on('connection', (socket) => accepted.push(socket));
  const first = caller(app, `GET / HTTP/1.1${end}`);
  expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(String(await once(caller(app, `GET / HTTP/1.1${end}`), 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  const third = caller(app, '');
  const refusal = String(await once(third, 'data'));
  expect(refusal).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 5\r\n.*RATE_LIMITED/s);
  await once(third, 'close');
  first.destroy();
  await vi.waitUntil(() => accepted[0]?.closed, 60_000);
  expect(String(await once(caller(app, `GET / HTTP/1.1${end}`), 'data'))).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['10.0.0.0/8, loopback', '127.0.0.1', '::1,127.0.0.0/24'])(
  'a proxy that is trusted by TRUST_PROXY=%s may open any number of connections',
  async (trustProxy) => {
    const app = await serverWith();
    limitConnections(app, { trustProxy, most: 1 });
    for (let connection = 0; connection < 3; connection += 1) {
      const socket = caller(app, `GET / HTTP/1.1${end}`);
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    }
  },
);
