import { rmSync } from 'node:fs';
import { type BatchItem, headers, type OperationView, type TaggedAnecdotes } from '@anecdotes/contracts';
import { afterAll, expect, test, vi } from 'vitest';
import { type Client, clientWith, logIn } from '../support/client.ts';
import { journalAnecdote, journalFile } from '../support/journal-files.ts';
import { killTree } from '../support/process-tree.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';

const BATCHES = 2;
const BATCH = 500;
/** How often an import is killed. */
const KILLS = Number(process.env.KILLS ?? 1);
const dataDir = newDataDir();
let product: RunningProduct | undefined;

afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a tag rename that is interrupted by a kill is completed after the next start, once for each anecdote', {
  timeout: 180_000,
}, async () => {
  product = await startProduct(dataDir);
  const { token } = await logIn(product.address);
  let client = clientWith(product.address, token);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const anecdotes = Array.from({ length: BATCH }, () => ({ description: 'An anecdote', tags: ['old'] }));
    await client.call<BatchItem[]>('POST', '/api/anecdotes/batch', { anecdotes });
  }
  const { ids } = (await read<TaggedAnecdotes>(client, '/api/tags/anecdotes?tag=old')).data;
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
  const counted = await read<object[]>(client, '/api/tags', seen);
  expect(counted.data).toMatchObject([{ name: 'new', count: total }]);
  expect(await revisions(client)).toEqual({ 1: total });
});

test('an import that is interrupted by a kill is completed after the next start, each entry once', {
  timeout: 120_000 + KILLS * 60_000,
}, async () => {
  product ??= await startProduct(dataDir);
  const { token } = await logIn(product.address);
  const anecdotes = Array.from({ length: BATCHES * BATCH * Math.max(1, KILLS / 4) }, (_, n) =>
    journalAnecdote({ description: `Imported ${n}` }),
  );
  const send = (address: string) =>
    fetch(`${address}/api/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: JSON.stringify(journalFile(anecdotes)),
    }).catch(() => undefined);
  let client = clientWith(product.address, token);
  const sent = send(product.address);
  for (let kill = 0, before = 0; kill < KILLS; kill += 1) {
    const isFurther = (operation?: OperationView) => operation?.kind === 'import' && operation.done > before;
    await vi.waitUntil(async () => isFurther(await newest(client)), { interval: 5, timeout: 60_000 });
    killTree(product.process.pid ?? 0);
    await Promise.all([sent, product.stop()]);
    product = await startProduct(dataDir);
    client = clientWith(product.address, token);
    before = (await newest(client))?.done ?? 0;
  }
  await vi.waitUntil(async () => (await newest(client))?.status === 'done', { interval: 200, timeout: 60_000 });
  const operation = await newest(client);
  expect(operation).toMatchObject({ changed: anecdotes.length, failed: 0 });
  const seen = { [headers.minPosition]: operation?.position ?? '' };
  const found = await read<object>(client, '/api/export/size?search=imported', seen);
  expect(found.data).toMatchObject({ anecdotes: anecdotes.length });
});

/** Reads until the views show what was written before, which takes longer than a call waits on a slow machine. */
async function read<Data>(client: Client, path: string, given: Record<string, string> = {}) {
  return vi.waitUntil(async () => {
    const { status, body } = await client.call<Data>('GET', path, undefined, given);
    return status === 200 && body;
  }, 60_000);
}

async function newest(client: Client): Promise<OperationView | undefined> {
  return (await client.call<OperationView[]>('GET', '/api/operations')).body.data?.[0];
}

/** The number of anecdotes at each revision; every change raises the revision by one. */
async function revisions(client: Client): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let cursor = ''; ; ) {
    const page = await read<{ revision: number }[]>(client, `/api/anecdotes/cursor?limit=100&cursor=${cursor}`);
    for (const { revision } of page.data) counts[revision] = (counts[revision] ?? 0) + 1;
    if (!page.pagination?.hasMore) return counts;
    cursor = String(page.pagination.nextCursor);
  }
}
