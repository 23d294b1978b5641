import type { AnecdoteView, FailureEnvelope, SearchPage, Success } from '@anecdotes/contracts';
import { beforeEach, expect, test } from 'vitest';
import type { Conditions } from './conditions.ts';
import { createMock } from './mock.ts';
import type { MockStorage } from './storage.ts';

const swift: Conditions = { delay: [0, 0], errorRate: 0 };

let mock: Awaited<ReturnType<typeof createMock>>;
let storage: MockStorage & { room: number };
let conditions: Conditions;
let authorization: string;

beforeEach(async () => {
  const kept = new Map<string, string>();
  conditions = swift;
  storage = {
    room: Number.POSITIVE_INFINITY,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > this.room) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
  mock = await createMock({ storage, conditions: () => conditions, onMail() {} });
  const body = new URLSearchParams({ username: 'guest', password: 'guest-demo' });
  const { data } = (await (await call('POST', '/auth/login', body)).json()) as Success<{ access_token: string }>;
  authorization = `Bearer ${data.access_token}`;
});

function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  return mock.answer(
    new Request(`http://journal.example/api${path}`, {
      method,
      headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      ...(body instanceof URLSearchParams && { headers: {} }),
      ...(signal && { signal }),
    }),
  );
}

async function write(fields: object): Promise<AnecdoteView> {
  return ((await (await call('POST', '/anecdotes', fields)).json()) as Success<AnecdoteView>).data;
}

async function search(query: string): Promise<SearchPage> {
  return (await (await call('GET', `/anecdotes/search?query=${encodeURIComponent(query)}`)).json()) as SearchPage;
}

async function problem(answer: Promise<Response>) {
  const response = await answer;
  const { error } = (await response.json()) as FailureEnvelope;
  return { status: response.status, code: error.code, message: error.message };
}

test('a match counts 3 in the description, 2 in each tag and 1 in the location', async () => {
  await write({ description: 'Oak', location: 'x' });
  await write({ description: 'x', tags: ['oak', 'oaken'], location: 'Oak street' });
  await write({ description: 'y', location: 'Oak street' });
  const { data } = await search('oak');
  expect(data.map(({ relevanceScore }) => relevanceScore)).toEqual([5, 3, 1]);
});

test('a search suggests at most 5 words and refuses an empty query', async () => {
  await write({ description: 'cat bat hat rat mat vat sat' });
  expect((await search('dat')).suggestions).toHaveLength(5);
  expect((await search('cat')).suggestions).toEqual([]);
  await write({ description: 'a dog' });
  expect((await search('dig bat')).suggestions).toEqual([]);
  expect((await search('cat bxt')).suggestions).toEqual(['cat bat']);
  expect(await problem(call('GET', '/anecdotes/search?query='))).toMatchObject({
    code: 'EMPTY_SEARCH',
    message: 'Search query cannot be empty',
  });
});

test('a simulated failure changes nothing and is reported as NETWORK_ERROR', async () => {
  conditions = { ...swift, errorRate: 1 };
  expect(await problem(call('POST', '/anecdotes', { description: 'lost' }))).toEqual({
    status: 500,
    code: 'NETWORK_ERROR',
    message: 'Simulated network error',
  });
  conditions = swift;
  expect((await search('lost')).data).toEqual([]);
});

test('about one call in twenty fails at an error rate of 0.05', async () => {
  conditions = { delay: [0, 0], errorRate: 0.05 };
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => call('GET', '/config')));
  const failed = answers.filter(({ ok }) => !ok).length;
  expect(failed).toBeGreaterThan(15);
  expect(failed).toBeLessThan(110);
});

test('a change that does not fit into storage is refused, and the stored data stays', async () => {
  await write({ description: 'kept' });
  storage.room = 2_000;
  expect(await problem(call('POST', '/anecdotes', { description: 'x'.repeat(3_000) }))).toEqual({
    status: 500,
    code: 'STORAGE_ERROR',
    message: 'Failed to save data',
  });
  expect((await search('kept')).data).toHaveLength(1);
  expect((await search('xxx')).data).toEqual([]);
});

test('a missing anecdote or API key is answered with 404 and its own problem code', async () => {
  const id = '01990000-0000-7000-8000-000000000000';
  expect(await problem(call('GET', `/anecdotes/${id}`))).toMatchObject({ status: 404, code: 'ANECDOTE_NOT_FOUND' });
  mock.tables.accounts.replace(mock.tables.accounts.all().map((account) => ({ ...account, role: 'member' })));
  expect(await problem(call('DELETE', `/api-keys/${id}`))).toMatchObject({ status: 404, code: 'API_KEY_NOT_FOUND' });
});

test('a member can erase an anecdote permanently, and the guest cannot', async () => {
  const { id } = await write({ description: 'secret' });
  const erase = () => call('POST', `/anecdotes/${id}/erase`);
  expect(await problem(erase())).toMatchObject({ status: 403, code: 'GUEST_NOT_ALLOWED' });
  mock.tables.accounts.replace(mock.tables.accounts.all().map((account) => ({ ...account, role: 'member' })));
  expect((await (await erase()).json()).data).toEqual({ id, is_whole: true });
  expect(await problem(call('POST', `/anecdotes/${id}/restore`))).toMatchObject({ code: 'ANECDOTE_NOT_FOUND' });
});

test('a call that is aborted during its delay rejects with the reason', async () => {
  conditions = { delay: [60_000, 60_000], errorRate: 0 };
  const stop = new AbortController();
  const answer = call('GET', '/config', undefined, stop.signal);
  stop.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
});

test('the live stream sends the position at once and after each change, and ends when it is aborted', async () => {
  const stop = new AbortController();
  const answer = await call('GET', '/live', undefined, stop.signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const heard = async () => Number(/"position":"(\d+)"/.exec((await reader?.read())?.value ?? '')?.[1]);
  const first = await heard();
  await write({ description: 'news' });
  expect(await heard()).toBeGreaterThan(first);
  const end = reader?.read();
  stop.abort(new Error('gone'));
  await expect(end).rejects.toThrow('gone');
});
