import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';
import { expectNoneIn, storedIn } from '../support/stored.ts';

const canary = {
  text: 'canarytext7401',
  tag: 'canarytag7402',
  place: 'canaryplace7403',
  address: 'canaryaddress7404',
  latitude: 47.7405123,
  longitude: 8.7406123,
  moment: '1974-07-04T07:07:07.747Z',
};
/** What all words above contain, and the beginnings of the other values. */
const traces = { word: 'canary', latitude: '47.7405', longitude: '8.7406', day: '1974-07-04' };

const dataDir = newDataDir();
let product: RunningProduct;
let database: pg.Pool;

beforeAll(async () => {
  const url = await createTestDatabase();
  database = new pg.Pool({ connectionString: url });
  product = await startProduct(dataDir, { DATABASE_URL: url, LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await product?.stop();
  await database?.end();
});

/** Does everything that can be done with an anecdote, including calls that fail. */
async function makeAnecdoteCalls(): Promise<void> {
  const client = await logIn(product.address);
  const body = {
    description: canary.text,
    tags: [canary.tag],
    location: canary.place,
    coordinates: { lat: canary.latitude, lng: canary.longitude, address: canary.address },
    timestamp: canary.moment,
  };
  const { body: created, headers } = await client.call('POST', '/api/anecdotes', body, { 'idempotency-key': 'k1' });
  const id = created.data.id;
  await client.call('POST', '/api/anecdotes/batch', {
    anecdotes: [body, { description: canary.text, tags: canary.tag }],
  });
  await client.call('PUT', `/api/anecdotes/${id}`, { ...body, description: `${canary.text} again` });
  await client.call('PUT', `/api/anecdotes/${id}`, body, { 'if-match': '"0"' });
  await client.call('PUT', `/api/anecdotes/${id}`, { connected_to: id });
  await client.call('POST', `/api/anecdotes/${id}/react`, {});
  await client.call('POST', '/api/anecdotes', { ...body, [canary.text]: canary.text });
  await client.call('POST', '/api/anecdotes', { ...body, description: `${canary.text}\u0000` });
  for (const query of [
    'anecdotes?search=',
    'anecdotes/search?query=',
    'anecdotes?tags=',
    'anecdotes?nonsense=',
    'x/',
  ]) {
    await client.call('GET', `/api/${query}${canary.text}`);
  }
  await fetch(`${product.address}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: canary.text, password: canary.tag }),
  });
  await client.call('DELETE', `/api/anecdotes/${id}`);
  await client.call('POST', `/api/anecdotes/${id}/restore`, {});
  const position = headers.get('x-log-position') ?? '';
  const seen = await client.call<{ description: string }[]>('GET', '/api/anecdotes', undefined, {
    'x-min-position': position,
  });
  expect(seen.body.data.some(({ description }) => description.startsWith(canary.text))).toBe(true);
}

test('what a person writes appears in plain text in no table of log, vault and projection, no file, log line or metric', async () => {
  await makeAnecdoteCalls();

  for (const schema of ['log', 'vault', 'projection']) {
    const stored = await storedIn(database, schema);
    expect(stored, schema).not.toBe('');
    expectNoneIn(stored, traces);
  }
  expectNoneIn(await product.metrics(), traces);
  expectNoneIn(product.output(), traces);
  for (const file of readdirSync(dataDir)) expectNoneIn(readFileSync(join(dataDir, file), 'utf8'), traces);
});

test('the same search finds the text where it belongs, in the views', async () => {
  const stored = await storedIn(database, 'views');
  for (const [name, trace] of Object.entries(traces)) {
    expect(() => expectNoneIn(stored, { [name]: trace })).toThrow(name);
  }
});

test.each(['base64', 'hex'] as const)(
  'the same search finds text in the %s of JSON, wherever it begins',
  (encoding) => {
    for (const before of ['', '1', '12']) {
      const encoded = Buffer.from(JSON.stringify({ [before]: canary.text })).toString(encoding);
      expect(() => expectNoneIn(encoded, traces)).toThrow(`word in ${encoding}`);
    }
  },
);
