import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createForwarder } from './forward.ts';
import { callerKey, kindOf } from './gateway.ts';

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const two = { read: 2, command: 2, live: 2 };

/**
 * Starts a gateway that forwards everything to `service`, with at most two requests of each kind in flight, and at most
 * `perAddress` of one client address. Returns its port. A test sets the client address in the header `from`.
 */
async function gatewayTo(service: number, perAddress = two): Promise<number> {
  return listening(forwarderTo(service, perAddress).listener);
}

/** The listener of that gateway, and a function that ends its streams. */
function forwarderTo(
  service: number,
  perAddress = two,
  timeouts?: { usual: number; upload: number },
): { listener: RequestListener; endStreams: () => void } {
  const { forward, endStreams, close } = createForwarder(two, perAddress, timeouts);
  onTestFinished(close);
  const target = new URL(`http://127.0.0.1:${service}`);
  const listener: RequestListener = (incoming, answer) => {
    const caller = { address: String(incoming.headers.from ?? '192.0.2.1'), protocol: 'http' };
    forward(incoming, answer, {
      target,
      kind: kindOf(incoming.method ?? '', incoming.url ?? ''),
      caller,
      headers: {},
      onUnavailable: () => answer.writeHead(503).end(),
    });
  };
  return { listener, endStreams };
}

test.each(['/api/../metrics', '/api/%2e%2e/metrics', '/api/tags?search_term=%20a'])(
  'the path %s reaches a service unchanged',
  async (path) => {
    const port = await gatewayTo(await listening((request, answer) => answer.end(request.url)));
    const [answer] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
    expect((await answer.toArray()).join('')).toBe(path);
  },
);

const inner = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;

test.each([
  ['GET', `Content-Length: ${inner.length}\r\nConnection: content-length, close`, inner],
  ['DELETE', `Content-Length: ${inner.length}\r\nConnection: Content-Length, close`, inner],
  ['DELETE', 'Transfer-Encoding: chunked\r\nConnection: close', chunked],
  ['POST', 'Transfer-Encoding: chunked\r\nConnection: transfer-encoding, close', chunked],
])('a body of %s is forwarded as the body of one request with the headers %j', async (method, headers, body) => {
  const asked: string[] = [];
  const service = await listening(async (request, response) => {
    const texts = await request.setEncoding('utf8').toArray();
    asked.push(`${request.method} ${request.url} ${texts.join('')}`);
    response.end();
  });
  const gateway = await gatewayTo(service);
  const socket = connect(gateway, '127.0.0.1', () => {
    socket.write(`${method} /api/one HTTP/1.1\r\nHost: y\r\n${headers}\r\n\r\n${body}`);
  });
  const answer = (await socket.setEncoding('utf8').toArray()).join('');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toEqual([`${method} /api/one ${inner}`]);
});

test('a service gets the headers about the caller from the gateway and not from the client', async () => {
  const port = await gatewayTo(await listening((request, answer) => answer.end(JSON.stringify(request.headers))));
  const claims = {
    'x-forwarded-for': '198.51.100.9',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '1',
    'x-real-ip': '198.51.100.9',
    forwarded: 'for=198.51.100.9',
  };
  const [answer] = (await once(get({ port, path: '/api/tags', headers: claims }), 'response')) as [IncomingMessage];
  const { host, connection, ...heard } = JSON.parse((await answer.toArray()).join(''));
  expect(heard).toEqual({ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' });
});

test.each([
  ['POST', '/api/anecdotes'],
  ['GET', '/api/anecdotes'],
  ['GET', '/api/live'],
])(
  'when as many calls like %s %s are in flight as allowed, one more is refused at once and other kinds are answered',
  async (method, path) => {
    const held: ServerResponse[] = [];
    const service = await listening((request, answer) => {
      if (request.url === path && request.method === method) held.push(answer);
      else answer.end();
    });
    const port = await gatewayTo(service);
    const ask = (verb: string, address: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ port, path: address, method: verb }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
    const first = [ask(method, path), ask(method, path)];
    await vi.waitUntil(() => held.length === 2, 60_000);
    expect(await ask(method, path)).toBe(503);
    for (const [verb, address] of [
      ['POST', '/api/anecdotes'],
      ['GET', '/api/anecdotes'],
      ['GET', '/api/live'],
    ] as const) {
      if (verb !== method || address !== path)
        expect([verb, address, await ask(verb, address)]).toEqual([verb, address, 200]);
    }
    for (const answer of held) answer.end();
    expect(await Promise.all(first)).toEqual([200, 200]);
  },
);

test('a client address that reaches its limit is refused while other addresses are answered', async () => {
  const held: ServerResponse[] = [];
  const service = await listening((_, answer) => void held.push(answer));
  const port = await gatewayTo(service, { read: 1, command: 1, live: 1 });
  const ask = (from: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, path: '/api/tags', headers: { from } }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      );
    });
  const first = ask('192.0.2.1');
  await vi.waitUntil(() => held.length === 1, 60_000);
  expect(await ask('192.0.2.1')).toBe(503);
  const other = ask('192.0.2.2');
  await vi.waitUntil(() => held.length === 2, 60_000);
  for (const answer of held) answer.end();
  expect(await Promise.all([first, other])).toEqual([200, 200]);
});

test('a service may take longer to answer than its keep-alive timeout', async () => {
  const service = await listening(({ url, socket }, answer) => {
    answer.setHeader('connection', 'keep-alive').setHeader('keep-alive', 'timeout=2');
    setTimeout(() => answer.end(String(socket.remotePort)), url === '/api/slow' ? 1_300 : 0);
  });
  const port = await gatewayTo(service);
  const ask = async (path: string) => {
    const [answer] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
    return (await answer.toArray()).join('');
  };
  const connection = await ask('/api/tags');
  expect(await ask('/api/slow')).toBe(connection);
});

test.each([
  ['/api/import?dry_run=true', 200],
  ['/api/anecdotes', 503],
])('a service that reads what was posted to %s for longer than usual: the answer is %i', async (path, status) => {
  const service = await listening((_, answer) => void setTimeout(() => answer.end(), 500));
  const port = await listening(forwarderTo(service, two, { usual: 200, upload: 10_000 }).listener);
  const [answer] = (await once(request({ port, path, method: 'POST' }).end(), 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(status);
});

test('a request that is refused before its body has arrived ends its connection at once', async () => {
  const port = await gatewayTo(await listening((_, answer) => answer.writeHead(401).end()));
  for (let call = 0; call < 5; call += 1) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /api/anecdotes HTTP/1.1\r\nHost: y\r\nContent-Length: 1000\r\n\r\n{');
    });
    expect((await socket.setEncoding('utf8').toArray()).join('')).toMatch(/^HTTP\/1\.1 401 .*\r\nconnection: close/is);
  }
});

test('a body that is too large is refused without breaking the connection on its sender', async () => {
  const service = await listening((request, answer) => answer.writeHead(request.method === 'POST' ? 413 : 200).end());
  const port = await gatewayTo(service);
  const half = 'a'.repeat(10_000_000);
  const head = `POST /api/anecdotes HTTP/1.1\r\nHost: y\r\nContent-Length: ${2 * half.length}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1', () => socket.write(head + half));
  onTestFinished(() => void socket.destroy());
  const refusal = String(await once(socket, 'data'));
  expect(refusal).toMatch(/^HTTP\/1\.1 413 /);
  expect(refusal).not.toMatch(/^connection: close/im);
  socket.write(`${half}GET /api/tags HTTP/1.1\r\nHost: y\r\n\r\n`);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that asks to close the connection can still send all of a body that is too large', async () => {
  const service = await listening((_, answer) => answer.writeHead(413).end());
  const connections: Socket[] = [];
  const { listener } = forwarderTo(service);
  const port = await listening((request, answer) => {
    connections.push(request.socket);
    listener(request, answer);
  });
  const half = 'a'.repeat(500_000);
  const head = `POST / HTTP/1.1\r\nHost: y\r\nConnection: close\r\nContent-Length: ${2 * half.length}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1', () => socket.write(head + half)).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413 /);
  socket.write(half);
  const [connection] = connections;
  await vi.waitUntil(() => connection?.destroyed || (connection?.bytesRead ?? 0) > 2 * half.length);
  expect(connection?.bytesRead).toBeGreaterThan(2 * half.length);
});

test('calls that wait for changes count as live and do not use the limit of reads', () => {
  expect(
    ['/api/live', '/api/changes?wait=30', '/api/changesets', '/api/tags'].map((url) => kindOf('GET', url)),
  ).toEqual([...['live', 'live', 'read', 'read']]);
});

test('a caller has the same last position whether it writes bearer or Bearer', () => {
  expect(callerKey('bearer Abc')).toBe(callerKey('Bearer Abc'));
  expect(callerKey('Bearer abc')).not.toBe(callerKey('Bearer Abc'));
  expect(callerKey(undefined)).toBeUndefined();
});

test('a stop ends streams of changes at once and lets other answers finish', async () => {
  const held: ServerResponse[] = [];
  const service = await listening(({ url }, answer) => {
    const type = url === '/api/live' ? 'text/event-stream; charset=utf-8' : 'application/json';
    answer.writeHead(200, { 'content-type': type }).write('begun');
    held.push(answer);
  });
  const { listener, endStreams } = forwarderTo(service);
  const port = await listening(listener);
  const open = async (path: string) => (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage];
  const [[stream], [read]] = await Promise.all([open('/api/live'), open('/api/tags')]);
  endStreams();
  await expect(stream.toArray()).rejects.toThrow('aborted');
  for (const answer of held) answer.end(', ended');
  expect((await read.toArray()).join('')).toBe('begun, ended');
});
