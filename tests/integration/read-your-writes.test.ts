import type { AnecdoteView } from '@anecdotes/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, logIn } from '../support/client.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

/** READ_PAIRS=1000 runs the test for longer. */
const PAIRS = Number(process.env.READ_PAIRS ?? 100);
const CONNECTIONS = 16;

let product: RunningProduct;
let client: Client;

beforeAll(async () => {
  product = await startProduct();
  client = await logIn(product.address);
});
afterAll(async () => {
  await product?.stop();
});

/** Creates an anecdote; true if the very next list begins with it, requested with or without its position. */
async function isSeenAtOnce(number: number, isPositionNamed: boolean): Promise<boolean> {
  const timestamp = new Date(Date.UTC(2030, 0, 1) + number * 1_000).toISOString();
  const created = await client.call('POST', '/api/anecdotes', { description: `Pair ${number}`, timestamp });
  const position = created.headers.get('x-log-position') ?? '';
  const list = () =>
    client.call<AnecdoteView[]>(
      'GET',
      `/api/anecdotes?page_size=1&date_from=${timestamp}&date_to=${timestamp}`,
      undefined,
      isPositionNamed ? { 'x-min-position': position } : {},
    );
  let listed = await list();
  // A busy machine may refuse a read for now, but it must not answer without the anecdote.
  while (listed.body.error?.code === 'NOT_YET_VISIBLE') listed = await list();
  return listed.status === 200 && listed.body.data[0]?.id === created.body.data.id;
}

test(`${PAIRS} creations over 16 connections are each seen by the very next read, with or without naming their position`, async () => {
  let next = 0;
  const missed: number[] = [];
  const work = async () => {
    while (next < PAIRS) {
      const number = next++;
      if (!(await isSeenAtOnce(number, number % 2 === 0))) missed.push(number);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  expect(missed).toEqual([]);
});

test('the example of the README finds what it has just written', async () => {
  const body = { description: 'The tram driver waited.', tags: ['kindness'], time_zone: 'Europe/Zurich' };
  const { data } = (await client.call('POST', '/api/anecdotes', body)).body;
  const listed = await client.call<AnecdoteView[]>('GET', '/api/anecdotes?search=tram&tags=kindness');
  expect(listed.body.data.map(({ id }) => id)).toEqual([data.id]);
  const found = await client.call<{ anecdote: AnecdoteView }[]>('GET', '/api/anecdotes/search?query=drivr');
  expect(found.body.data.map(({ anecdote }) => anecdote.id)).toEqual([data.id]);
});

test('a read for a position that is never reached is refused with 503 and Retry-After, and shows no older data', async () => {
  const answer = await client.call('GET', '/api/anecdotes', undefined, { 'x-min-position': '999999999' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.body).toMatchObject({ success: false, data: null, error: { code: 'NOT_YET_VISIBLE' } });
});
