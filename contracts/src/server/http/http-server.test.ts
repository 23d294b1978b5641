import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createHttpServer } from './http-server.ts';

/** What every route of the API declares. */
const config = { access: 'public', limit: 'read' } as const;

test('a request that arrives while the server closes is answered with 503 and Retry-After', async () => {
  const app = createHttpServer({ logger: false });
  app.get('/', { config }, async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;

  const closed = app.close();
  await vi.waitUntil(() => !app.server.listening, 60_000);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  await closed;
  expect(head).toMatch(/^HTTP\/1.1 503 /);
  expect(head).toMatch(/^retry-after: 1\r?$/im);
  expect(JSON.parse(body)).toMatchObject({ success: false, data: null, error: { code: 'UNAVAILABLE' } });
});

test('a call that changes something is refused if its address has a parameter that it does not declare', async () => {
  const app = createHttpServer({ logger: false });
  const schema = { querystring: z.strictObject({ zone: z.string().optional() }) };
  app.post('/batch', { config }, async () => ({ is: 'done' }));
  app.post('/import', { config, schema }, async () => ({ is: 'done' }));
  const statusOf = async (url: string) => (await app.inject({ method: 'POST', url })).statusCode;
  expect([await statusOf('/batch'), await statusOf('/import?zone=UTC')]).toEqual([200, 200]);
  expect([await statusOf('/batch?dry_run=true'), await statusOf('/import?dry_run=true')]).toEqual([400, 400]);
});

test.each(['/api/tags?name=%FF', '/api/tags?name=50%', '/api/tags?%C3=a'])(
  'the address %s, which cannot be decoded, is refused',
  async (url) => {
    const app = createHttpServer({ logger: false });
    const schema = { querystring: z.looseObject({}), response: { 200: z.unknown() } };
    app.get('/api/tags', { config, schema }, async () => ({ is: 'done' }));
    const { code, message } = (await app.inject(url)).json().error;
    expect([code, message]).toEqual(['MALFORMED_REQUEST', 'The query string is not percent-encoded UTF-8']);
    expect((await app.inject('/api/tags?name=%C3%BC+50%25')).statusCode).toBe(200);
  },
);

test('a parameter without a name is refused by its empty name', async () => {
  const app = createHttpServer({ logger: false });
  app.get('/tags', { config, schema: { querystring: z.strictObject({}) } }, async () => ({ is: 'done' }));
  const { message, fields } = (await app.inject('/tags?=a')).json().error;
  expect([message, fields]).toEqual(['"": Unknown field. None is expected here.', { '': 'Unknown field' }]);
});

test('the message about an unknown parameter names the known ones', async () => {
  const app = createHttpServer({ logger: false });
  const querystring = z.strictObject({ page: z.string().optional(), tags: z.string().optional() }).refine(() => true);
  app.get('/tags', { config, schema: { querystring } }, async () => ({ is: 'done' }));
  const { message, fields } = (await app.inject('/tags?tag=a&limit=1')).json().error;
  expect(message).toBe('tag: Unknown field. Expected here: page, tags.');
  expect(fields).toEqual({ tag: 'Unknown field', limit: 'Unknown field' });
});

test('a parameter that is given twice is refused by name, of whatever kind it is', async () => {
  const app = createHttpServer({ logger: false });
  const schema = { querystring: z.strictObject({ tags: z.string().optional(), order: z.enum(['asc']).optional() }) };
  app.get('/tags', { config, schema }, async () => ({ is: 'done' }));
  const fieldsOf = async (url: string) => (await app.inject(url)).json().error.fields;
  expect(await fieldsOf('/tags?tags=a&tags=b&order=asc')).toEqual({ tags: 'Must be given only once' });
  expect(await fieldsOf('/tags?order=asc&order=asc&tags=a')).toEqual({ order: 'Must be given only once' });
});

test.each([
  ['http://notes.example/api/tags?limit=1', '/api/tags?limit=1'],
  ['HTTPS://notes.example:8080/api//tags', '/api//tags'],
  ['http://notes.example', '/'],
  ['http://notes.example?limit=1', '/?limit=1'],
  ['/api/tags?near=http://notes.example/', '/api/tags?near=http://notes.example/'],
])('the address %s in a request is read as %s', async (sent, read) => {
  const app = createHttpServer({ logger: false });
  app.get('/*', { config, schema: { response: { 200: z.unknown() } } }, async ({ url, raw }) => [url, raw.url]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path: sent }), 'response')) as [IncomingMessage];
  expect(JSON.parse(await text(answer))).toEqual([read, read]);
  await app.close();
});
