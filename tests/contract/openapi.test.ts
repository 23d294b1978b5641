import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@anecdotes/contracts/docs/openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('contracts/openapi.json describes every route as it is registered', () => {
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

test('a route that nobody has described is refused by name', () => {
  const added = { name: 'GET /api/undescribed', access: 'public' as const, schema: {} };
  expect(() => openApiDocument([...routes, added])).toThrow('does not describe GET /api/undescribed');
});

test('anybody can get the document, and read it as a page that runs and loads nothing', async () => {
  const answered = await side.call(undefined, 'GET', '/api/openapi.json');
  expect(answered.statusCode).toBe(200);
  expect(answered.json().openapi).toBe('3.1.1');
  const page = await side.call(undefined, 'GET', '/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).toContain('Record an anecdote');
  expect(page.body).not.toMatch(/<script|<link|<img| style=/);
});
