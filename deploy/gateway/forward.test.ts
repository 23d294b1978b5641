import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createForwarder } from './forward.ts';

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A gateway that passes everything on to `service`; answers its port. */
async function gatewayTo(service: number): Promise<number> {
  const { forward, close } = createForwarder();
  onTestFinished(close);
  const target = new URL(`http://127.0.0.1:${service}`);
  const caller = { address: '192.0.2.1', protocol: 'http', id: 'one' };
  return listening((incoming, answer) =>
    forward(incoming, answer, { target, caller, headers: {}, onUnreachable: () => answer.destroy() }),
  );
}

test.each(['/api/../metrics', '/api/%2e%2e/metrics', '/api/tags?search_term=%20a'])(
  'a service is asked for %s as it was sent',
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
])('a body of %s stays the body of one request under %j', async (method, headers, body) => {
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
