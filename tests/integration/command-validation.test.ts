import { limits } from '@anecdotes/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';

let side: CommandSide;
let call: Caller;
let id: string;

beforeAll(async () => {
  side = await startCommandSide();
  call = callerOf(side.app, await side.tokenOf());
  id = (await call('POST', '/api/anecdotes', { description: 'A walk' })).json().data.id;
});
afterAll(() => side.close());

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const valid = { description: 'A walk' };

const refused: [name: string, body: unknown, field: string][] = [
  ['no description', {}, 'description'],
  ['a blank description', { description: ' \n ' }, 'description'],
  ['a number as description', { description: 12 }, 'description'],
  ['a description that is too long', { description: 'a'.repeat(limits.description + 1) }, 'description'],
  ['NUL', { description: 'a\u0000b' }, 'description'],
  ['an escape character', { ...valid, location: '\u001b[31m' }, 'location'],
  ['a lone surrogate', '{"description":"\\ud800"}', 'description'],
  ['a lone surrogate in a tag', '{"description":"a","tags":["\\udc00"]}', 'tags.0'],
  ['51 tags', { ...valid, tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, 'tags'],
  ['a tag that is too long', { ...valid, tags: ['a'.repeat(65)] }, 'tags.0'],
  ['a tag of zero-width characters', { ...valid, tags: ['\u200b\u2060'] }, 'tags.0'],
  ['a tag that is blank to the eye', { ...valid, tags: ['\u3164\u2800'] }, 'tags.0'],
  ['a tag with a line separator', { ...valid, tags: ['a\u2028b'] }, 'tags.0'],
  ['a tag with a comma', { ...valid, tags: ['fine', 'a, b'] }, 'tags.1'],
  ['text in place of a list of tags', { ...valid, tags: 'a,b' }, 'tags'],
  ['a latitude beyond the pole', { ...valid, coordinates: { lat: 90.1, lng: 0 } }, 'coordinates.lat'],
  ['an infinite longitude', '{"description":"a","coordinates":{"lat":1,"lng":1e999}}', 'coordinates.lng'],
  ['a latitude without a longitude', { ...valid, coordinates: { lat: 1 } }, 'coordinates.lng'],
  ['a year 0', { ...valid, timestamp: '0000-06-01T00:00:00Z' }, 'timestamp'],
  ['an extended year', { ...valid, timestamp: '+010000-01-01T00:00:00.000Z' }, 'timestamp'],
  ['a date without a time', { ...valid, timestamp: '2026-11-20' }, 'timestamp'],
  ['an unknown time zone', { ...valid, time_zone: 'Moon/Base' }, 'time_zone'],
  ['a malformed parent id', { ...valid, connected_to: 'x' }, 'connected_to'],
  ['a list', [valid], 'body'],
  ['nothing', 'null', 'body'],
];

test.each(refused)('an anecdote with %s is not stored, and the field is named', async (_, body, field) => {
  const head = await side.log.head();
  for (const [method, path] of [
    ['POST', '/api/anecdotes'],
    ['PUT', `/api/anecdotes/${id}`],
  ] as const) {
    if (method === 'PUT' && JSON.stringify(body) === '{}') continue;
    const response = await call(method, path, body);
    expect([response.statusCode, response.json().error.code], response.body).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.json().error.fields).toHaveProperty([field]);
    expect(response.json().detail).toBe(response.json().error.message);
    expect(response.body).not.toMatch(/invalid input|too (?:big|small)|expected|received/i);
  }
  expect(await side.log.head()).toBe(head);
});

const identities = ['id', 'owner', 'owner_id', 'ownerId', 'user_id', 'userId', 'account', 'account_id', 'sub', 'role'];
const others = [
  'created_at',
  'updated_at',
  'revision',
  'reaction_count',
  'user_reacted',
  'title',
  '__proto__x',
  'is_admin',
];

test.each([...identities, ...others])('the unknown field %s is refused by name in every command', async (field) => {
  const head = await side.log.head();
  const calls: ['POST' | 'PUT' | 'DELETE', string, object][] = [
    ['POST', '/api/anecdotes', valid],
    ['PUT', `/api/anecdotes/${id}`, valid],
    ['DELETE', `/api/anecdotes/${id}`, {}],
    ['POST', `/api/anecdotes/${id}/restore`, {}],
    ['POST', `/api/anecdotes/${id}/react`, {}],
    ['DELETE', `/api/anecdotes/${id}/react`, {}],
    ['POST', '/api/anecdotes/batch', { anecdotes: [valid] }],
    ['POST', '/api/auth/logout', {}],
  ];
  for (const [method, path, body] of calls) {
    const response = await call(method, path, { ...body, [field]: 'x' });
    expect(response.statusCode, `${method} ${path}`).toBe(400);
    expect(response.json().error.fields).toEqual({ [field]: 'Unknown field' });
  }
  expect(await side.log.head()).toBe(head);
});

test.each([
  ['JSON nested 21 deep', `{"description":"a","tags":${nested(20)}}`, 400, 'MALFORMED_REQUEST'],
  ['JSON nested 50,000 deep', nested(50_000), 400, 'MALFORMED_REQUEST'],
  ['broken JSON', '{"description":', 400, 'MALFORMED_REQUEST'],
  ['a body that sets a prototype', '{"description":"a","__proto__":{"owner":"me"}}', 400, 'MALFORMED_REQUEST'],
  ['a body over 256 KiB', `{"description":"${'a'.repeat(limits.bodyBytes)}"}`, 413, 'BODY_TOO_LARGE'],
])('a request with %s is refused', async (_, body, status, code) => {
  const response = await call('POST', '/api/anecdotes', body);
  expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
});

test('a content type other than JSON is refused', async () => {
  const response = await call('POST', '/api/anecdotes', 'description=a', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect([response.statusCode, response.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

test('a batch takes 1 to 500 items', async () => {
  for (const anecdotes of [[], Array(501).fill(valid), {}]) {
    expect((await call('POST', '/api/anecdotes/batch', { anecdotes })).statusCode).toBe(400);
  }
});

test('a batch is refused as a whole at the first item that cannot be an anecdote', async () => {
  const head = await side.log.head();
  const crowded = Object.fromEntries(Array.from({ length: limits.batchItemFields }, (_, index) => [`f${index}`, 1]));
  for (const [item, message] of [
    ['a text', 'Must be an object'],
    [[valid], 'Must be an object'],
    [null, 'Must be an object'],
    [{ ...valid, ...crowded }, 'Has too many fields'],
  ]) {
    const response = await call('POST', '/api/anecdotes/batch', { anecdotes: [valid, item, item] });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.fields).toEqual({ 'anecdotes.1': message });
  }
  expect(await side.log.head()).toBe(head);
});

test('a refusal names a limited number of fields and truncates their names', async () => {
  const names = Array.from({ length: 900 }, (_, index) => `${index}${'n'.repeat(200)}`);
  const response = await call('POST', '/api/anecdotes', { ...valid, ...Object.fromEntries(names.map((n) => [n, 1])) });
  const { fields } = response.json().error;
  expect(fields).toEqual(
    Object.fromEntries(names.slice(0, limits.refusedFields).map((n) => [n.slice(0, 100), 'Unknown field'])),
  );
  expect(response.body.length).toBeLessThan(4_096);
});

const operation = '0197c000-0000-7000-8000-00000000000a';
const list = (length: number, item: unknown = 1) => Array.from({ length }, () => item);

test.each<[path: string, field: string, body: object]>([
  ['anecdotes', 'tags', { ...valid, tags: list(120_000) }],
  ['anecdotes', 'tags.0', { ...valid, tags: list(50) }],
  ['anecdotes/batch', 'anecdotes', { anecdotes: list(250_000) }],
  ['anecdotes/batch/delete', 'ids', { ids: list(100_000) }],
  ['anecdotes/batch/delete', 'ids.0', { ids: list(500) }],
  ['anecdotes/batch/restore', 'ids', { ids: list(501, operation) }],
  ['history/undo', 'anecdotes', { changes: { operation }, anecdotes: list(250_000) }],
  ['tags/delete', 'anecdotes', { tag: 'a', anecdotes: list(limits.operation + 1, operation) }],
  ['tags/rename', 'anecdotes.0', { from: 'a', to: 'b', anecdotes: list(20_000, 'x') }],
  ['api-keys', 'scopes', { name: 'Script', scopes: list(20_000, 'read') }],
  ['anecdotes', 'body', Object.fromEntries(list(20_000).map((value, index) => [index, value]))],
  ['anecdotes/batch', 'body', { anecdotes: [Object.fromEntries(list(60_000).map((value, index) => [index, value]))] }],
])(
  'a call of /api/%s with too many or wrong values in %s is refused with a short answer',
  async (path, field, body) => {
    const response = await call('POST', `/api/${path}`, body);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().error.fields ?? { body: '' })[0]).toBe(field);
    expect(response.body.length).toBeLessThan(2_048);
  },
);

test('the errors of a batch are limited in size, whatever its items are', async () => {
  const item = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}${'n'.repeat(90)}`, 1]));
  const response = await call('POST', '/api/anecdotes/batch', { anecdotes: Array(500).fill(item) });
  expect(response.statusCode).toBe(200);
  const { data } = response.json();
  expect(data).toHaveLength(500);
  expect(Object.keys(data[0].error.fields)).toHaveLength(limits.refusedFields);
  expect(data[499].error).toEqual({ code: 'VALIDATION_FAILED', message: 'Some fields are not valid' });
  expect(response.body.length).toBeLessThan(100_000);
});

test('a malformed or too long address is refused with the usual JSON error', async () => {
  for (const [path, status, code] of [
    ['%ff', 400, 'MALFORMED_REQUEST'],
    ['%zz', 400, 'MALFORMED_REQUEST'],
    ['a'.repeat(200), 404, 'NOT_FOUND'],
  ] as const) {
    const response = await call('PUT', `/api/anecdotes/${path}`, valid);
    expect([response.statusCode, response.json().error?.code], path).toEqual([status, code]);
    expect(response.json()).toMatchObject({ success: false, data: null, detail: expect.any(String) });
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  }
});

test('an invalid id is answered like the id of a missing anecdote', async () => {
  for (const text of ['1', '%00', '..%2f..%2fetc', `${id}'--`]) {
    const response = await call('PUT', `/api/anecdotes/${text}`, valid);
    expect([response.statusCode, response.json().error.code], text).toEqual([404, 'ANECDOTE_NOT_FOUND']);
  }
});

test('text of the maximum length is stored completely', async () => {
  const description = '🚲'.repeat(limits.description);
  const fields = { description, tags: Array.from({ length: 50 }, (_, index) => `tag ${index}`), location: 'ß\t' };
  const response = await call('POST', '/api/anecdotes', fields);
  expect(response.statusCode, response.body.slice(0, 300)).toBe(201);
  expect(response.json().data).toMatchObject({ ...fields, location: 'ß' });
});
