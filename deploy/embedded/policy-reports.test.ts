import { Writable } from 'node:stream';
import { Problem } from '@anecdotes/contracts';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policyReportRoute } from './policy-reports.ts';

let app: ReturnType<typeof createHttpServer>;
let lines: string[];
let left: number;

beforeEach(() => {
  lines = [];
  left = 1_000;
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  app = createHttpServer({ logger: { level: 'warn', base: null, stream } });
  policyReportRoute(app, async () => {
    if (left === 0) throw new Problem('RATE_LIMITED', { retryAfter: 1 });
    left -= 1;
  });
});
afterEach(() => app.close());

const send = async (payload: string, type = 'application/csp-report') => {
  const headers = { 'content-type': type, cookie: 'XSRF-TOKEN=a.b' };
  return (await app.inject({ method: 'POST', url: '/csp-report', headers, payload })).statusCode;
};
const report = (directive: unknown, blocked: unknown) =>
  JSON.stringify({
    'csp-report': {
      'effective-directive': directive,
      'blocked-uri': blocked,
      'document-uri': 'https://journal.example/reset-password?token=secret',
      'script-sample': 'innerHTML|a secret text',
    },
  });
const logged = () =>
  lines.map((line) => {
    const { directive, blocked } = JSON.parse(line);
    return [directive, blocked];
  });

test('a report is logged once, with the directive and the origin of what was refused', async () => {
  const address = 'https://elsewhere.example/secret?q=secret';
  for (const blocked of [address, address, 'inline', 'data:text/html,secret', 'secret text', 'trusted-types-sink']) {
    expect(await send(report('img-src', blocked))).toBe(204);
  }
  expect(logged()).toEqual([
    ['img-src', 'https://elsewhere.example'],
    ['img-src', 'inline'],
    ['img-src', 'data:'],
    ['img-src', 'unknown'],
    ['img-src', 'trusted-types-sink'],
  ]);
  expect(lines.join('')).not.toMatch(/secret|reset-password|journal\.example/);
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[1]'],
  ['another directive than a name', report('img-src <b>', 'inline')],
  ['a number as directive', report(1, 'inline')],
  ['no address', report('img-src', null)],
  ['deep nesting', '['.repeat(8_000) + ']'.repeat(8_000)],
  ['__proto__', '{"__proto__":{"csp-report":{"effective-directive":"img-src","blocked-uri":"inline"}}}'],
])('a report that is %s is accepted and not logged', async (_, payload) => {
  expect(await send(payload)).toBe(204);
  expect(lines).toEqual([]);
});

test('reports that are too large, of another type or too many are refused', async () => {
  expect(await send(report('img-src', 'x'.repeat(16 * 1024)))).toBe(413);
  expect(await send('img-src', 'text/plain')).toBe(415);
  left = 0;
  expect(await send(report('img-src', 'inline'))).toBe(429);
  expect(lines).toEqual([]);
});
