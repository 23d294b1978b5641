import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { shapeOf } from './json-parser.ts';

/** What every route of the API declares. */
const config = { access: 'public', limit: 'read' } as const;

test.each([
  ['[[[]]]', { depth: 3, members: 0 }],
  ['{"a":[{"b":"[[[[\\"[[:"}]}', { depth: 3, members: 2 }],
  ['[],[],[],[]', { depth: 1, members: 0 }],
])('the depth and the members of %s are counted without parsing, ignoring strings', (text, shape) => {
  expect(shapeOf(text)).toEqual(shape);
});

async function post(
  payload: string | Buffer,
  type = 'application/json',
  extra: Record<string, string> = {},
  options: { bodyLimit?: number } = {},
) {
  const app = createHttpServer({ logger: false });
  app.post('/echo', { config, ...options }, async (request) => ({ got: request.body ?? null }));
  const answer = await app.inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': type, ...extra },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

test('JSON of depth 20 is read and of depth 21 refused', async () => {
  expect((await post('['.repeat(20) + ']'.repeat(20))).status).toBe(200);
  expect(await post('['.repeat(21) + ']'.repeat(21))).toMatchObject({
    status: 400,
    body: { success: false, error: { code: 'MALFORMED_REQUEST' } },
  });
});

test('JSON of 1,000 members is read and of more refused, in a batch of more than 25,000', async () => {
  const members = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => ({ [n]: ':' })));
  expect((await post(members(1_000))).status).toBe(200);
  expect((await post(members(1_001))).body.error.message).toBe('JSON has more than 1000 fields');
  const bodyLimit = 1024 * 1024;
  expect((await post(members(25_000), undefined, {}, { bodyLimit })).status).toBe(200);
  expect((await post(members(25_001), undefined, {}, { bodyLimit })).body.error.code).toBe('MALFORMED_REQUEST');
});

test('a refusal of broken JSON says so', async () => {
  expect((await post('{"a":')).body.error).toMatchObject({
    code: 'MALFORMED_REQUEST',
    message: 'The body is not valid JSON',
  });
});

test.each(['{"a":{"\\u005f_proto__":1}}', '{"constructor":{"prototype":1}}'])(
  'a refusal of %s says that the name is not allowed',
  async (payload) => {
    expect((await post(payload)).body.error.message).toBe(
      'JSON must not have the name __proto__, nor prototype in constructor',
    );
  },
);

test.each([
  ['broken JSON', '{"a":', 400],
  ['__proto__', '{"__proto__":{"x":1}}', 400],
  ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}', 400],
  ['a name that occurs twice', '{"a":1,"a":1}', 400],
  ['a name that occurs twice further in', '{"b":[{"a":":","\\u0061":{"c":2}}]}', 400],
  ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 400],
  ['more than 256 KiB', JSON.stringify('x'.repeat(300 * 1024)), 413],
])('%s is refused in the failure envelope', async (_, payload, status) => {
  const answer = await post(payload);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, data: null, detail: expect.any(String) });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
  'a body of type %s is refused',
  async (type) => {
    const { status, body } = await post('{}', type);
    expect([status, body.error.message]).toEqual([415, expect.stringContaining('sent as application/json')]);
  },
);

test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json; charset=UTF8'])(
  'a body of type %s is read',
  async (type) => {
    expect((await post('{"a":{"a":"ü"}}', type)).body).toEqual({ got: { a: { a: 'ü' } } });
  },
);

test('a body in another character set is refused', async () => {
  for (const charset of ['iso-8859-1', '"utf-16"', 'utf-8x', '']) {
    expect([charset, (await post('{}', `application/json; charset=${charset}`)).status]).toEqual([charset, 415]);
  }
});

test('a compressed body is refused', async () => {
  expect(await post('{}', 'application/json', { 'content-encoding': 'gzip' })).toMatchObject({
    status: 415,
    body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
  });
  expect((await post('{}', 'application/json', { 'content-encoding': 'identity' })).status).toBe(200);
});

test('an empty body counts as no body', async () => {
  expect(await post('')).toMatchObject({ status: 200, body: { got: null } });
});
