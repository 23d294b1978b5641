import { rmSync } from 'node:fs';
import { type BatchItem, headers, type OperationView, type TaggedAnecdotes } from '@anecdotes/contracts';
import { afterAll, expect, test, vi } from 'vitest';
import { type Client, clientWith, logIn } from '../support/client.ts';
import { killTree } from '../support/process-tree.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';

const BATCHES = 4;
const BATCH = 500;
const dataDir = newDataDir();
let product: RunningProduct | undefined;

afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a tag that is being renamed when the process is killed is renamed everywhere, once, after the next start', {
  timeout: 180_000,
}, async () => {
  product = await startProduct(dataDir);
  const { token } = await logIn(product.address);
  let client = clientWith(product.address, token);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const anecdotes = Array.from({ length: BATCH }, () => ({ description: 'A note', tags: ['old'] }));
    await client.call<BatchItem[]>('POST', '/api/anecdotes/batch', { anecdotes });
  }
  const { ids } = (await client.call<TaggedAnecdotes>('GET', '/api/tags/anecdotes?tag=old')).body.data;
  expect(ids).toHaveLength(BATCHES * BATCH);

  const body = { from: 'old', to: 'new', anecdotes: ids };
  const asked = client.call('POST', '/api/tags/rename', body).catch(() => undefined);
  await vi.waitUntil(async () => ((await newest(client))?.done ?? 0) >= 100, { interval: 5, timeout: 60_000 });
  killTree(product.process.pid ?? 0);
  await Promise.all([asked, product.stop()]);

  product = await startProduct(dataDir);
  client = clientWith(product.address, token);
  await vi.waitUntil(async () => (await newest(client))?.status === 'done', { interval: 200, timeout: 60_000 });
  const total = ids.length;
  const operation = await newest(client);
  expect(operation).toMatchObject({ total, done: total, changed: total, failed: 0 });
  const seen = { [headers.minPosition]: operation?.position ?? '' };
  const counted = await client.call<object[]>('GET', '/api/tags', undefined, seen);
  expect(counted.body.data).toMatchObject([{ name: 'new', count: total }]);
  expect(await revisions(client)).toEqual({ 1: total });
});

async function newest(client: Client): Promise<OperationView | undefined> {
  return (await client.call<OperationView[]>('GET', '/api/operations')).body.data?.[0];
}

/** How many anecdotes are at each revision: every change raises it by one. */
async function revisions(client: Client): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let cursor = ''; ; ) {
    const { body } = await client.call<{ revision: number }[]>(
      'GET',
      `/api/anecdotes/cursor?limit=100&cursor=${cursor}`,
    );
    for (const { revision } of body.data) counts[revision] = (counts[revision] ?? 0) + 1;
    if (!body.pagination?.hasMore) return counts;
    cursor = String(body.pagination.nextCursor);
  }
}
