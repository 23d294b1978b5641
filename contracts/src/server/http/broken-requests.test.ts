import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FailureEnvelope } from '../../envelope.ts';
import { createHttpServer } from './http-server.ts';

const app = createHttpServer({ logger: false });

beforeAll(() => app.listen({ port: 0 }));
afterAll(() => app.close());

async function answerTo(request: string): Promise<{ head: string; body: string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

const post = 'POST /here HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['no request line', 'canary\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['a wrong chunk size', `${post}canary\r\n`, 400, 'MALFORMED_REQUEST'],
  ['too many chunk extensions', `${post}1;canary=${'a'.repeat(20_000)}`, 413, 'BODY_TOO_LARGE'],
  ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Canary: ${'a'.repeat(20_000)}`, 431, 'HEADERS_TOO_LARGE'],
])('%s is answered in the failure envelope, without repeating the request', async (_, request, status, code) => {
  const { head, body } = await answerTo(request);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('Connection: close');
  expect(FailureEnvelope.parse(JSON.parse(body)).error).toMatchObject({ code });
  expect(`${head}${body}`).not.toMatch(/canary/i);
});

test('a request that is never completed is answered with 408', async () => {
  app.server.once('connection', (socket) => app.server.emit('clientError', timeout, socket));
  const { head, body } = await answerTo('GET / HTTP/1.1\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(FailureEnvelope.parse(JSON.parse(body)).error.code).toBe('REQUEST_TIMEOUT');
});

const timeout = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
