import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createHttpServer } from './http-server.ts';

/** What every route of the API declares. */
const options = {
  config: { access: 'public', limit: 'read' },
  schema: { response: { 200: z.object({ text: z.string() }) } },
} as const;

const text = 'The tram driver waited. '.repeat(50);

async function ask(url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') {
  const app = createHttpServer({ logger: false });
  app.get('/api/long', options, async () => ({ text }));
  app.get('/api/short', options, async () => ({ text: text.slice(0, 500) }));
  app.get('/api/auth/me', options, async () => ({ text }));
  app.get('/api/api-keys', options, async () => ({ text }));
  app.get('/page', options, async () => ({ text }));
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
  const { headers: sent, rawPayload: body } = await app.inject({ method, url, headers });
  return { coding: sent['content-encoding'], vary: sent.vary, length: Number(sent['content-length']), body };
}

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, GZIP;q=0.5', gunzipSync],
])('an answer above 1 kB is sent as %s to a caller that accepts %s', async (coding, accepted, decompress) => {
  const answer = await ask('/api/long', accepted);
  expect(answer).toMatchObject({ coding, vary: 'accept-encoding', length: answer.body.length });
  expect(answer.length).toBeLessThan(text.length / 5);
  expect(JSON.parse(decompress(answer.body).toString())).toEqual({ text });
  expect(await ask('/api/long', accepted, 'HEAD')).toMatchObject({ coding, length: answer.length });
});

test.each([
  ['a caller that does not say what it accepts', '/api/long', undefined],
  ['a caller that accepts neither br nor gzip', '/api/long', 'br;q=0.0, gzip;q=0, zstd, xgzip'],
  ['a short answer', '/api/short', 'br'],
  ['an answer that can hold a token', '/api/auth/me', 'br'],
  ['an answer that can hold a key', '/api/api-keys?x=1', 'br'],
  ['an address outside the API', '/page', 'br'],
])('nothing is compressed for %s', async (_, url, accepted) => {
  const { coding, body } = await ask(url, accepted);
  expect(coding).toBeUndefined();
  expect(text).toContain(JSON.parse(body.toString()).text);
});
