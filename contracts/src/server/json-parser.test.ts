import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { isDeeperThan } from './json-parser.ts';

test('depth counts arrays and objects, not brackets in text', () => {
  expect(isDeeperThan('[[[]]]', 3)).toBe(false);
  expect(isDeeperThan('[[[]]]', 2)).toBe(true);
  expect(isDeeperThan('{"a":[{"b":"[[[[\\"[["}]}', 3)).toBe(false);
  expect(isDeeperThan('[],[],[],[]', 1)).toBe(false);
});

async function post(payload: string, type = 'application/json') {
  const app = createHttpServer({ logger: false });
  app.post('/echo', async (request) => ({ got: request.body ?? null }));
  const answer = await app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });
  return { status: answer.statusCode, body: answer.json() };
}

test('JSON of depth 20 is read and of depth 21 refused', async () => {
  expect((await post('['.repeat(20) + ']'.repeat(20))).status).toBe(200);
  expect(await post('['.repeat(21) + ']'.repeat(21))).toMatchObject({
    status: 400,
    body: { success: false, error: { code: 'MALFORMED_REQUEST' } },
  });
});

test.each([
  ['broken JSON', '{"a":', 400],
  ['__proto__', '{"__proto__":{"x":1}}', 400],
  ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}', 400],
  ['more than 256 KiB', JSON.stringify('x'.repeat(300 * 1024)), 413],
])('%s is refused in the envelope', async (_, payload, status) => {
  const answer = await post(payload);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, data: null, detail: expect.any(String) });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
  'a body of type %s is refused',
  async (type) => {
    expect((await post('{}', type)).status).toBe(415);
  },
);

test('an empty body is no body', async () => {
  expect(await post('')).toMatchObject({ status: 200, body: { got: null } });
});
