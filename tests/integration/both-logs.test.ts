import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AnecdoteView, headers } from '@anecdotes/contracts';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, logIn } from '../support/client.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';
import { newDataDir, type RunningProduct, startProduct } from '../support/product.ts';

/** Selects the embedded log, whichever log the other tests run on. */
const embedded = { EVENTSTORE_URL: '' };

const logs: Record<string, () => Promise<{ environment: Record<string, string>; stop(): Promise<void> }>> = {
  'the embedded log': async () => ({ environment: embedded, stop: async () => {} }),
  EventStoreDB: async () => {
    const server = await startTestServer();
    return { environment: { EVENTSTORE_URL: server.url }, stop: server.stop };
  },
};

describe.each(Object.entries(logs))('the whole product on %s', (_name, open) => {
  let log: Awaited<ReturnType<typeof open>>;
  let product: RunningProduct;
  let client: Client;

  beforeAll(async () => {
    log = await open();
    product = await startProduct(undefined, log.environment);
    client = await logIn(product.address);
  });

  afterAll(async () => {
    await product.stop();
    await log.stop();
  });

  /** Sends a command; `see` of the answer reads a path at the position of that command. */
  async function change(method: string, path: string, body?: unknown, extra: Record<string, string> = {}) {
    const answer = await client.call(method, path, body, extra);
    const position = answer.headers.get(headers.logPosition) ?? '';
    const see = <Data = AnecdoteView>(read: string) =>
      client.call<Data>('GET', read, undefined, { [headers.minPosition]: position });
    return { ...answer, see };
  }

  test('an anecdote can be created, read, edited, liked, linked, deleted and restored', async () => {
    const made = await change('POST', '/api/anecdotes', { description: 'A heron on the roof', tags: ['birds'] });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    expect((await made.see(`/api/anecdotes/${id}`)).body.data).toEqual(made.body.data);

    const edited = await change('PUT', `/api/anecdotes/${id}`, { location: 'Bern' }, { 'if-match': '"0"' });
    expect((await edited.see(`/api/anecdotes/${id}`)).body.data).toMatchObject({ location: 'Bern', revision: 1 });
    const late = await change('PUT', `/api/anecdotes/${id}`, { location: 'Basel' }, { 'if-match': '"0"' });
    expect([late.status, late.body.error?.code, late.body.error?.revision]).toEqual([409, 'REVISION_CONFLICT', 1]);

    const liked = await change('POST', `/api/anecdotes/${id}/react`, {});
    expect((await liked.see(`/api/anecdotes/${id}`)).body.data).toMatchObject({
      reaction_count: 1,
      user_reacted: true,
    });
    const child = await change('POST', '/api/anecdotes', { description: 'It came back', connected_to: id });
    expect((await child.see<{ total_connections: number }>(`/api/anecdotes/${id}/timeline`)).body.data).toMatchObject({
      total_connections: 1,
    });

    const deleted = await change('DELETE', `/api/anecdotes/${id}`);
    expect((await deleted.see(`/api/anecdotes/${id}`)).status).toBe(404);
    const restored = await change('POST', `/api/anecdotes/${id}/restore`);
    expect((await restored.see<AnecdoteView[]>('/api/anecdotes?search=heron')).body.data).toHaveLength(1);
  });

  test('a batch of 500 anecdotes is stored completely and in its order, and repeating the call creates none', async () => {
    const anecdotes = Array.from({ length: 500 }, (_, n) => ({ description: `Anecdote ${n}`, tags: ['many'] }));
    // On a slow machine the log may refuse some of so many appends for now.
    const batch = async (): ReturnType<typeof change> => {
      const answer = await change('POST', '/api/anecdotes/batch', { anecdotes }, { 'idempotency-key': 'five-hundred' });
      return answer.status === 503 ? batch() : answer;
    };
    const first = await batch();
    expect(first.status).toBe(200);
    const again = await batch();
    expect(again.body.data).toEqual(first.body.data);
    const list = await again.see<AnecdoteView[]>('/api/anecdotes?tags=many&page_size=3');
    expect(list.body.pagination).toMatchObject({ totalItems: 500 });
    const newest = list.body.data.map(({ description }) => description);
    expect(newest).toEqual(['Anecdote 499', 'Anecdote 498', 'Anecdote 497']);
  });

  test('of two simultaneous edits of one anecdote, one is decided again and both are kept', async () => {
    const made = await change('POST', '/api/anecdotes', { description: 'Two hands' });
    const path = `/api/anecdotes/${made.body.data.id}`;
    const answers = await Promise.all(
      [{ location: 'Here' }, { tags: ['there'] }].map((body) => change('PUT', path, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // The answer to the later edit shows both changes.
    const seen = await Promise.all(answers.map(({ see }) => see(path)));
    expect(seen.map((answer) => answer.body.data)).toContainEqual(
      expect.objectContaining({ location: 'Here', tags: ['there'], revision: 2 }),
    );
  });

  test('starts again with all of its data after a kill', async () => {
    const made = await change('POST', '/api/anecdotes', { description: 'Before the kill' });
    await product.stop('SIGKILL');
    product = await startProduct(product.dataDir, log.environment);
    client = await logIn(product.address);
    expect((await made.see(`/api/anecdotes/${made.body.data.id}`)).status).toBe(200);
  });
});

test('views are rebuilt when the product is moved to a copy of its log in EventStoreDB', async () => {
  const server = await startTestServer();
  const copied = await startProduct(newDataDir(), embedded);
  const client = await logIn(copied.address);
  const { body } = await client.call('POST', '/api/anecdotes', { description: 'Moves house' });
  await copied.stop();
  const copy = spawn(
    process.execPath,
    [bundleOf('deploy/log-copy/main.ts'), '--from', copied.dataDir, '--to', server.url],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  expect(await once(copy, 'exit')).toEqual([0, null]);
  const moved = await startProduct(copied.dataDir, { EVENTSTORE_URL: server.url });
  const again = await logIn(moved.address);
  await vi.waitFor(
    async () => {
      const { body: seen } = await again.call('GET', `/api/anecdotes/${body.data.id}`);
      expect(seen.data).toEqual(body.data);
    },
    { timeout: 60_000 },
  );
  await moved.stop();
  await server.stop();
});

test('an invalid EventStoreDB address is named in one line, without its password', async () => {
  const start = startProduct(newDataDir(), { EVENTSTORE_URL: 'esdb://admin:hidden@host:1?tsl=false' });
  await expect(start).rejects.toThrow('Wrong setting. EVENTSTORE_URL: The option tsl is not known');
  await expect(start).rejects.not.toThrow('hidden');
});
