import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CursorParameters } from '@anecdotes/contracts';
import { apiCalls } from '@anecdotes/contracts/docs/api-calls';
import { examples } from '@anecdotes/contracts/docs/examples';
import { openApiDocument } from '@anecdotes/contracts/docs/openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';

const file = fileURLToPath(new URL('../../contracts/openapi.json', import.meta.url));

let side: BothSides;
let routes: BothSides['routes'];
let document: ReturnType<typeof openApiDocument>;

beforeAll(async () => {
  side = await startBothSides();
  routes = side.routes.filter(({ name }) => / \/api\//.test(name) && !name.startsWith('HEAD '));
  document = openApiDocument(routes);
  if (process.env.UPDATE_OPENAPI) writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
});
afterAll(() => side.close());

test('contracts/openapi.json describes all registered routes', () => {
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  expect(written, 'out of date; run npm run docs:openapi').toEqual(JSON.parse(JSON.stringify(document)));
});

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('no two calls have the same operation id', () => {
  const paths = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>);
  const ids = paths.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a query parameter is described with its range and default, and the filter by tag with what it matches', () => {
  type Parameter = { name: string; description?: string; schema: object };
  const paths = document.paths as Record<string, Record<string, { parameters: Parameter[] }>>;
  const parameter = (name: string) => paths['/api/anecdotes']?.get?.parameters.find((one) => one.name === name);
  const described = (name: string) => parameter(name)?.description;
  expect(described('page_size')).toMatch(/Clamped to 1 to 100\. Default: 20\.$/);
  expect(described('sort_by')).toMatch(/Default: timestamp\.$/);
  expect(described('tags')).toContain('at least one of them');
  expect(parameter('page')?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 });
  expect(parameter('located')?.schema).toEqual({ type: 'boolean' });
});

test('the fields of a body have their limits and what they mean', () => {
  type Described = { requestBody: { content: { 'application/json': { schema: { properties: object } } } } };
  const paths = document.paths as Record<string, Record<string, Described>>;
  const fieldsOf = (path: string) => paths[path]?.post?.requestBody.content['application/json'].schema.properties;
  const body = fieldsOf('/api/anecdotes');
  expect(body).toMatchObject({
    description: { type: 'string', maxLength: 20_000, description: expect.stringContaining('Markdown') },
    tags: { maxItems: 50, items: { type: 'string', maxLength: 64 } },
    timestamp: { format: 'date-time', description: expect.stringContaining('offset') },
  });
  expect(fieldsOf('/api/anecdotes/batch')).toMatchObject({ anecdotes: { items: { properties: body } } });
});

test('every call says who may make it', () => {
  const paths = document.paths as Record<string, Record<string, { description: string }>>;
  const said = (path: string) => Object.values(paths[path] ?? {}).map(({ description }) => description);
  expect(said('/api/config')).toEqual(['Anybody may make this call.']);
  expect(said('/api/history/undo')).toEqual(['An API key needs the scope write.']);
  expect(said('/api/auth/sessions')).toEqual(['Needs a session: API keys are refused.']);
  expect(said('/api/anecdotes/{id}/erase')).toEqual([
    'Needs a session of a member: API keys and the guest are refused.',
  ]);
});

test('the document lists every media type that a log-in and an import accept', () => {
  type Described = { requestBody?: { content: object } };
  const paths = document.paths as Record<string, Record<string, Described>>;
  const types = (path: string) => Object.keys(paths[path]?.post?.requestBody?.content ?? {});
  const ofLogIn = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];
  expect([types('/api/auth/login'), types('/api/auth/token')]).toEqual([ofLogIn, ofLogIn]);
  expect(types('/api/import')).toEqual(['application/octet-stream', 'application/zip']);
});

describe('generating the document fails and names the route', () => {
  const tags = 'GET /api/tags';
  const withTags = (changes: object) => routes.map((route) => (route.name === tags ? { ...route, ...changes } : route));
  const tagged = 'GET /api/anecdotes/:id/history';

  test('if it has no description', () => {
    const added = { name: 'GET /api/undescribed', access: 'public' as const, schema: {} };
    expect(() => openApiDocument([...routes, added])).toThrow('does not describe GET /api/undescribed');
  });

  test('if a parameter of its query has no description', () => {
    const querystring = CursorParameters.extend({ shade: CursorParameters.shape.cursor });
    expect(() => openApiDocument(withTags({ schema: { querystring } }))).toThrow(`does not describe shade of ${tags}`);
  });

  test('if it has no schema for its answer', () => {
    expect(() => openApiDocument(withTags({ schema: {} }))).toThrow(`${tags} has no schema`);
  });

  test('if there is no example for it, its answer or its body', () => {
    const { [tags]: _left, ...others } = examples;
    expect(() => openApiDocument(routes, { calls: apiCalls, examples: others })).toThrow(`none of ${tags}`);
    const without = { ...examples, [tags]: {}, 'POST /api/anecdotes': { answer: null } };
    expect(() => openApiDocument(routes, { calls: apiCalls, examples: without })).toThrow('no body of POST');
    expect(() => openApiDocument(withTags({}), { calls: apiCalls, examples: { ...examples, [tags]: {} } })).toThrow(
      `no answer of ${tags}`,
    );
  });

  test('if the example of its answer does not match the schema or has more fields', () => {
    const wrong = (answer: object) => ({ calls: apiCalls, examples: { ...examples, [tags]: { answer } } });
    expect(() => openApiDocument(routes, wrong({ data: [] }))).toThrow(`the example of the answer of ${tags} is wrong`);
    const more = { ...(examples[tags]?.answer as object), more: true };
    expect(() => openApiDocument(routes, wrong(more))).toThrow(`of ${tags} has more than its schema`);
  });

  test('if it takes an id but lists no problem for an unknown one', () => {
    const calls = { ...apiCalls, [tagged]: { summary: 'List changes' } };
    expect(() => openApiDocument(routes, { calls, examples })).toThrow(`${tagged} takes an id, but`);
  });
});

const forms = ['POST /api/auth/login', 'POST /api/auth/token'];

test('every body and every query refuses a field that it does not know, except the forms of a log-in', () => {
  const unknown = ['account', 'owner_id', 'userId', 'sub', 'role', 'is_admin', '$where'];
  const tried = routes.flatMap(({ name, schema: { body, querystring } }) =>
    Object.entries({ ...(!forms.includes(name) && { body }), querystring }).map(([part, schema]) => ({
      name,
      part,
      schema,
    })),
  );
  for (const { name, part, schema } of tried) {
    if (schema === undefined) continue;
    const { error } = schema.safeParse(Object.fromEntries(unknown.map((field) => [field, 'x'])));
    const refused = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
    expect(refused?.toSorted(), `${part} of ${name}`).toEqual(unknown.toSorted());
  }
  expect(tried.filter(({ schema }) => schema !== undefined).length).toBeGreaterThan(50);
});

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

test('every method that a path does not support gets 405 with those that it supports', async () => {
  const paths = Object.keys(document.paths as object);
  expect(paths.length).toBeGreaterThan(50);
  const registered = side.routes.map(({ name }) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) };
  });
  for (const path of paths) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const supported = new Set(registered.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method));
    for (const method of verbs.filter((verb) => !supported.has(verb))) {
      const answer = await side.app.inject({ method: method as 'GET', url });
      const allowed = String(answer.headers.allow).split(', ');
      expect([method, path, answer.statusCode, allowed]).toEqual([method, path, 405, [...supported].sort()]);
      if (method !== 'HEAD') expect(answer.json().error.code).toBe('METHOD_NOT_ALLOWED');
    }
  }
  const post = await side.call(undefined, 'POST', '/api/tags?limit=1');
  expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  const unknown = await side.call(undefined, 'POST', '/api/tag');
  expect([unknown.statusCode, unknown.headers.allow]).toEqual([404, undefined]);
});

test('every change of an anecdote lists the conflict with other changes, and If-Match if it takes that', () => {
  type Operation = { parameters: { name: string }[]; responses: Record<string, { description: string }> };
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  const named = (isListed: (operation: Operation) => boolean | undefined) =>
    operations.flatMap(([name, operation]) => (isListed(operation) ? name.replace('/api/anecdotes/{id}', '') : []));
  const conditional = ['delete ', 'put ', 'delete /parent', 'put /parent'];
  const others = ['post /erase', 'delete /react', 'post /react', 'post /restore'];
  const conflicting = named(({ responses }) => responses['409']?.description.includes('REVISION_CONFLICT'));
  expect(conflicting.sort()).toEqual([...conditional, ...others].sort());
  expect(named(({ parameters }) => parameters.some(({ name }) => name === 'If-Match'))).toEqual(conditional);
});

test.each([{ 'x-http-method-override': 'DELETE' }, { 'x-http-method': 'DELETE' }, { 'x-method-override': 'DELETE' }])(
  'the method of a call cannot be replaced by %j',
  async (headers) => {
    const ask = (method: 'GET' | 'POST', url: string) => side.app.inject({ method, url, headers });
    expect((await ask('POST', '/api/anecdotes/x')).statusCode).toBe(405);
    expect((await ask('POST', '/api/anecdotes/x?_method=DELETE')).statusCode).toBe(405);
    expect((await ask('GET', '/api/config')).statusCode).toBe(200);
  },
);

test('anybody can read the document, and its page runs no script and loads nothing', async () => {
  const answered = await side.call(undefined, 'GET', '/api/openapi.json');
  expect(answered.statusCode).toBe(200);
  expect(answered.json().openapi).toBe('3.1.1');
  const page = await side.call(undefined, 'GET', '/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).toContain('Record an anecdote');
  expect(page.body).toContain('Authorization: Bearer');
  expect(page.body).toContain(
    '  // The text, which may be Markdown; not blank.\n  description: string (at most 20000 characters)',
  );
  expect(page.body).not.toMatch(/<script|<link|<img| style=/);
});
