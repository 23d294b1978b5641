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

const ofPages = [
  "default-src 'none'",
  "script-src 'self' 'sha256-…'",
  "style-src 'self' 'sha256-…'",
  "font-src 'self'",
  "img-src 'self' data: https://tile.openstreetmap.org",
  "connect-src 'self' https://nominatim.openstreetmap.org",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'report-uri /csp-report',
];
const ofApi = ["default-src 'none'", "frame-ancestors 'none'"];
const ofDocument = [
  ...["default-src 'none'", "style-src 'sha256-…'", "base-uri 'none'", "form-action 'none'"],
  "frame-ancestors 'none'",
];
const plain = 'strict-origin-when-cross-origin';

test.each<[string, string, number, string[], string | null, string]>([
  ['the landing page', '/', 200, ofPages, 'no-cache', plain],
  ['a screen', '/dashboard', 200, ofPages, 'no-cache', plain],
  ['a screen whose address holds a token', '/reset-password?token=x', 200, ofPages, 'no-cache', 'no-referrer'],
  ['a screen whose address is malformed', '/anecdotes/%E0%A4%A', 200, ofPages, 'no-cache', plain],
  ['the service worker', '/sw.js', 200, ofPages, 'no-cache', plain],
  ['an asset that is not there', '/assets/nothing.js', 404, ofPages, null, plain],
  ['an answer of the API', '/api/config', 200, ofApi, 'no-store', plain],
  ['the page about the API', '/api/docs', 200, ofDocument, 'no-store', plain],
  ['a refused API call', '/api/anecdotes', 401, ofApi, 'no-store', plain],
  ['a malformed address', '/api/anecdotes/%zz', 400, ofApi, 'no-store', plain],
  ['an unknown API path', '/api/nothing', 404, ofApi, 'no-store', plain],
  ['the root of the API', '/api', 404, ofPages, null, plain],
])('%s carries every security header', async (_, path, status, policy, caching, referrer) => {
  const { status: answered, headers } = await ask(path);
  expect(answered).toBe(status);
  const sent = headers.get('content-security-policy')?.replaceAll(/( 'sha256-[\w+/=]+')+/g, " 'sha256-…'");
  expect(sent?.split('; ')).toEqual(policy);
  expect(
    Object.fromEntries([...headers].filter(([name]) => /^(x-(?!log)|perm|cross|origin|refer|cache)/.test(name))),
  ).toEqual({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-xss-protection': '0',
    'referrer-policy': referrer,
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    ...(caching && { 'cache-control': caching }),
  });
  for (const banner of ['server', 'x-powered-by']) expect(headers.get(banner)).toBeNull();
});

test('an address that looks like a file is a screen where a browser opens it, and missing otherwise', async () => {
  const statuses = ['text/html,application/xhtml+xml', '*/*'].map(async (accept) => {
    const { status, headers } = await ask('/anecdotes/no.where', { headers: { accept } });
    return [status, headers.get('content-type')];
  });
  expect(await Promise.all(statuses)).toEqual([
    [200, 'text/html; charset=utf-8'],
    [404, 'application/json; charset=utf-8'],
  ]);
});

test('a request for bytes that a file does not have is answered with 416 and the size of the file', async () => {
  const size = (await (await ask('/favicon.svg')).bytes()).length;
  const { status, headers } = await ask('/favicon.svg', { headers: { range: 'bytes=999999999-' } });
  expect([status, headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  const part = await ask('/favicon.svg', { headers: { range: 'bytes=0-9' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-9/${size}`]);
});

test('a request for another version of a file than the present one is answered with 412', async () => {
  const statuses = ['"another"', '*'].map(async (tag) => {
    const { status } = await ask('/favicon.svg', { headers: { range: 'bytes=0-9', 'if-match': tag } });
    return status;
  });
  expect(await Promise.all(statuses)).toEqual([412, 206]);
});

test('metrics and the retry of the quarantine are served apart from the public address', async () => {
  expect(await product.metrics()).toContain('http_request_duration_seconds');
  expect(await (await ask('/metrics')).text()).not.toContain('http_request_duration_seconds');
  expect((await ask('/quarantine/retry', { method: 'POST' })).status).toBe(404);
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
