import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';

const canary = {
  text: 'Canarytext7401',
  tag: 'canarytag7402',
  place: 'Canaryplace7403',
  address: 'Canaryaddress7404',
  latitude: 47.7405123,
  longitude: 8.7406123,
  moment: '1974-07-04T07:07:07.747Z',
};
const traces = [/canary/i, /47\.7405/, /8\.7406/, /1974-07-04/];

const dataDir = newDataDir();
let product: RunningProduct;
let database: pg.Client;

beforeAll(async () => {
  const url = await createTestDatabase();
  database = new pg.Client({ connectionString: url });
  await database.connect();
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

function expectNoTrace(name: string, text: string): void {
  for (const trace of traces) expect(trace.test(text), `${trace} in ${name}`).toBe(false);
}

test('what a person writes appears in plain text in no table of log, vault and projection, no file, log line or metric', async () => {
  await makeAnecdoteCalls();

  for (const schema of ['log', 'vault', 'projection']) {
    const { rows: tables } = await database.query(
      "select table_name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE'",
      [schema],
    );
    expect(tables.length).toBeGreaterThan(0);
    for (const { table_name: table } of tables) {
      const { rows } = await database.query(`select t::text as row from ${schema}.${table} t`);
      expectNoTrace(`${schema}.${table}`, rows.map(({ row }) => row).join('\n'));
    }
  }
  expectNoTrace('the metrics', await product.metrics());
  expectNoTrace('the output', product.output());
  for (const file of readdirSync(dataDir)) expectNoTrace(file, readFileSync(join(dataDir, file), 'utf8'));
});

test('the same search finds the text where it belongs, in the views', async () => {
  const { rows } = await database.query('select t::text as row from views.anecdote t');
  const text = rows.map(({ row }) => row).join('\n');
  expect(traces.every((trace) => trace.test(text))).toBe(true);
});
