import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

describe('generating the document fails and names the route', () => {
  const tags = 'GET /api/tags';
  const withTags = (changes: object) => routes.map((route) => (route.name === tags ? { ...route, ...changes } : route));
  const tagged = 'GET /api/anecdotes/:id/history';

  test('if it has no description', () => {
    const added = { name: 'GET /api/undescribed', access: 'public' as const, schema: {} };
    expect(() => openApiDocument([...routes, added])).toThrow('does not describe GET /api/undescribed');
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

test('an unsupported method on a known path gets 405 with the allowed methods', async () => {
  const paths = Object.entries(document.paths as Record<string, object>);
  expect(paths.length).toBeGreaterThan(50);
  const registered = new Set(side.routes.map(({ name }) => name));
  for (const [path, methods] of paths) {
    const answer = await side.app.inject({ method: 'PATCH', url: path.replaceAll(/\{\w+\}/g, 'x') });
    const allowed = String(answer.headers.allow).split(', ');
    expect([path, answer.statusCode, answer.json().error.code]).toEqual([path, 405, 'METHOD_NOT_ALLOWED']);
    expect([path, allowed]).toEqual([path, expect.arrayContaining(Object.keys(methods).map((m) => m.toUpperCase()))]);
    expect(allowed).not.toContain('PATCH');
    const head = `HEAD ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    if ('get' in methods) expect([head, allowed.includes('HEAD')]).toEqual([head, registered.has(head)]);
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

test('anybody can read the document, and its page runs no script and loads nothing', async () => {
  const answered = await side.call(undefined, 'GET', '/api/openapi.json');
  expect(answered.statusCode).toBe(200);
  expect(answered.json().openapi).toBe('3.1.1');
  const page = await side.call(undefined, 'GET', '/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).toContain('Record an anecdote');
  expect(page.body).not.toMatch(/<script|<link|<img| style=/);
});
