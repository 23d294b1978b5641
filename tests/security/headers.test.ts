import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/client.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';

let product: RunningProduct;
let token: string;

beforeAll(async () => {
  product = await startProduct(newDataDir(), {
    MAP_TILE_URL: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    GEOCODER_URL: 'https://nominatim.openstreetmap.org',
  });
  ({ token } = await logIn(product.address));
});
afterAll(async () => {
  await product?.stop();
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${product.address}${path}`, { redirect: 'manual', ...init });
}

test.each([
  ['the landing page', '/', 200],
  ['a screen', '/dashboard', 200],
  ['an asset that is not there', '/assets/nothing.js', 404],
  ['an answer of the API', '/api/config', 200],
  ['the page about the API', '/api/docs', 200],
  ['a refused API call', '/api/anecdotes', 401],
  ['an unknown API path', '/api/nothing', 404],
  ['the root of the API', '/api', 404],
])('%s carries the security headers', async (_, path, status) => {
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.any(String),
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  for (const banner of ['server', 'x-powered-by']) expect(answer.headers.get(banner)).toBeNull();
});

test('metrics and the retry of the quarantine are served apart from the public address', async () => {
  expect(await product.metrics()).toContain('http_request_duration_seconds');
  expect(await (await ask('/metrics')).text()).not.toContain('http_request_duration_seconds');
  expect((await ask('/quarantine/retry', { method: 'POST' })).status).toBe(404);
});

test('the content security policy allows only the product itself, the tile server and the geocoder', async () => {
  const policy = (await ask('/')).headers.get('content-security-policy');
  expect(policy?.match(/https?:[^ ;]+/g)).toEqual([
    'https://tile.openstreetmap.org',
    'https://nominatim.openstreetmap.org',
  ]);
});

test('personal data are never cached, files with a hash in their name are cached for ever', async () => {
  const list = await ask('/api/anecdotes', { headers: { authorization: `Bearer ${token}` } });
  expect(list.headers.get('cache-control')).toBe('no-store');
  const page = await (await ask('/')).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect((await ask(script)).headers.get('cache-control')).toContain('immutable');
  expect((await ask('/')).headers.get('cache-control')).toBe('no-cache');
});

test.each(['https://evil.example', 'null'])('another origin (%s) gets no CORS headers', async (origin) => {
  for (const [path, method] of [
    ['/api/config', 'GET'],
    ['/api/anecdotes', 'GET'],
    ['/api/anecdotes', 'OPTIONS'],
    ['/api/auth/login', 'OPTIONS'],
  ] as const) {
    const answer = await ask(path, { method, headers: { origin, 'access-control-request-method': 'POST' } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    if (method === 'OPTIONS') expect([404, 405]).toContain(answer.status);
  }
});
