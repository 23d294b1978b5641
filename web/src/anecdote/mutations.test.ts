import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anecdote } from '../../../tests/support/anecdote-view.ts';
import { openBrowserTab, tokenOf } from '../lib/browser-stand-in.ts';
import type { Message } from '../lib/messages.ts';

type Shown = { id: string; user_reacted: boolean; reaction_count: number };

let queries: QueryClient;
let asked: string[];
/** Answers the oldest unanswered call. */
let answer: (data: unknown) => void;
let refuse: (message: string, code?: string) => void;
/** Loses the answer to the oldest unanswered call. */
let lose: () => void;
let messages: Message[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  openBrowserTab({ localData: new Map([['auth_token', tokenOf('ann')]]) });
  asked = [];
  const waiting: ((response: Response | Promise<Response>) => void)[] = [];
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return new Promise((resolve) => waiting.push(resolve));
  });
  const respond = (envelope: object, status: number, headers: Record<string, string> = {}) =>
    waiting.shift()?.(Response.json(envelope, { status, headers }));
  let position = 5;
  answer = (data) => {
    position += 1;
    respond({ success: true, data, error: null }, 200, { 'x-log-position': String(position) });
  };
  refuse = (message, code = 'INTERNAL_ERROR') => respond({ success: false, data: null, error: { code, message } }, 500);
  lose = () => waiting.shift()?.(Promise.reject(new TypeError('Failed to fetch')));

  const [{ createQueryClient }, { setMessageListener }, { recordRead }, { pageKey }] = await Promise.all([
    import('../lib/query-client.ts'),
    import('../lib/messages.ts'),
    import('../lib/position.ts'),
    import('./query-keys.ts'),
  ]);
  messages = [];
  setMessageListener((message) => messages.push(message));
  queries = createQueryClient();
  recordRead('5');
  const data = [anecdote('a'), anecdote('b', { user_reacted: true, reaction_count: 1 })];
  queries.setQueryData(pageKey('{}', 0), { data, chains: [null, null], pagination: { totalItems: 2 } });
});

afterEach(() => {
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The anecdotes on screen, and whether their query is invalidated. */
function shown() {
  const [[key, page] = []] = queries.getQueriesData<{ data: Shown[] }>({ queryKey: ['journal', 'anecdote-pages'] });
  const list = page?.data.map(({ id, user_reacted, reaction_count }) => [id, user_reacted, reaction_count]);
  return { list, isStale: key && queries.getQueryState(key)?.isInvalidated };
}

const undone = vi.fn<(id: string) => void>();

async function mutations() {
  const [{ useSameHere, useDelete }, { renderHookOnce }] = await Promise.all([
    import('./mutations.ts'),
    import('../lib/render-hook.ts'),
  ]);
  return {
    sameHere: renderHookOnce(queries, useSameHere).mutateAsync,
    remove: renderHookOnce(queries, () => useDelete(undone)).mutateAsync,
  };
}

const rest = () => vi.advanceTimersByTimeAsync(0);

test('Same Here shows at once, and then with the count that the service returns', async () => {
  const { sameHere } = await mutations();
  const done = sameHere(anecdote('a'));
  await rest();
  expect(asked).toEqual(['POST /api/anecdotes/a/react']);
  expect(shown().list).toEqual([
    ['a', true, 1],
    ['b', true, 1],
  ]);
  answer({ success: true, count: 3, user_reacted: true });
  await done;
  expect(shown().list?.[0]).toEqual(['a', true, 3]);
});

test('Same Here counts as unanswered for its own anecdote only, and until it is answered', async () => {
  const { sameHere } = await mutations();
  const { isSameHereUnanswered } = await import('./mutations.ts');
  const unanswered = () => ['a', 'b'].map((id) => isSameHereUnanswered(queries, id));
  const done = sameHere(anecdote('a'));
  await rest();
  expect(unanswered()).toEqual([true, false]);
  answer({ success: true, count: 1, user_reacted: true });
  await done;
  expect(unanswered()).toEqual([false, false]);
});

test('a second click withdraws Same Here, and its count never falls below 0', async () => {
  const { sameHere } = await mutations();
  const done = sameHere(anecdote('b', { user_reacted: true, reaction_count: 0 }));
  await rest();
  expect(asked).toEqual(['DELETE /api/anecdotes/b/react']);
  expect(shown().list?.[1]).toEqual(['b', false, 0]);
  answer({ success: true, count: 0, user_reacted: false });
  await done;
});

test('Same Here is reverted when the service refuses it or reports no success', async () => {
  const { sameHere } = await mutations();
  const refused = sameHere(anecdote('a')).catch(() => 'refused');
  await rest();
  refuse('Something went wrong on our side');
  expect(await refused).toBe('refused');
  expect(shown().list?.[0]).toEqual(['a', false, 0]);
  const failed = sameHere(anecdote('a'));
  await rest();
  answer({ success: false, count: 3, user_reacted: true });
  await failed;
  expect(shown().list?.[0]).toEqual(['a', false, 0]);
});

test('a Same Here without a confirmation is read again, because the service may have recorded it', async () => {
  const { sameHere } = await mutations();
  const failed = sameHere(anecdote('a')).catch(() => 'failed');
  await rest();
  expect(shown().isStale).toBe(false);
  refuse('Something went wrong on our side');
  expect(await failed).toBe('failed');
  expect(shown().isStale).toBe(true);
});

test('a deleted anecdote disappears at once, and one Undo restores all that were deleted while its message was shown', async () => {
  const { remove } = await mutations();
  const first = remove(anecdote('a'));
  await rest();
  expect(shown().list).toEqual([['b', true, 1]]);
  expect(messages).toEqual([]);
  answer({ id: 'a' });
  await first;
  const second = remove(anecdote('b'));
  await rest();
  answer({ id: 'b' });
  await second;
  expect(messages.map(({ text }) => text)).toEqual(['Anecdote deleted', '2 anecdotes deleted']);
  messages.at(-1)?.action?.onClick();
  expect(undone).toHaveBeenCalledWith('b');
  await rest();
  expect(asked.slice(2)).toEqual(['POST /api/anecdotes/a/restore', 'POST /api/anecdotes/b/restore']);
  answer({});
  answer({});
  await rest();
  expect(messages.at(-1)?.text).toBe('2 anecdotes restored');
  expect(shown().isStale).toBe(true);
});

test('Undo does not include anecdotes whose message was closed before the next deletion', async () => {
  const { remove } = await mutations();
  for (const id of ['a', 'b']) {
    const done = remove(anecdote(id));
    await rest();
    answer({ id });
    await done;
    messages.at(-1)?.onClosed?.();
  }
  expect(messages.map(({ text }) => text)).toEqual(['Anecdote deleted', 'Anecdote deleted']);
});

test('an anecdote that could not be deleted is shown again with the reason, and its list is invalidated', async () => {
  const { remove } = await mutations();
  const failed = remove(anecdote('a')).catch(() => 'failed');
  await rest();
  refuse('Something went wrong on our side');
  expect(await failed).toBe('failed');
  expect(shown().list?.map(([id]) => id)).toEqual(['a', 'b']);
  expect(shown().isStale).toBe(true);
  expect(messages).toMatchObject([{ kind: 'failed', text: 'Failed to delete anecdote' }]);
});

test.each([
  ['of which only the answers were lost counts as done', 'ANECDOTE_NOT_FOUND', 'Anecdote deleted', ['b']],
  ['that is unanswered and was not done has failed', undefined, "Failed to delete anecdote. Can't reach", ['a', 'b']],
])('a deletion %s', async (_, code, text, left) => {
  const { remove } = await mutations();
  const done = remove(anecdote('a')).catch(() => undefined);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    lose();
  }
  await vi.advanceTimersByTimeAsync(5_000);
  if (code) refuse('Anecdote not found', code);
  else answer(anecdote('a'));
  await done;
  expect(asked).toEqual([...Array(4).fill('DELETE /api/anecdotes/a'), expect.stringMatching(/a$/)]);
  expect(messages.at(-1)?.text).toContain(text);
  expect(shown().list?.map(([id]) => id)).toEqual(left);
});

test('a failed restore shows the message of the service', async () => {
  const { remove } = await mutations();
  const done = remove(anecdote('a'));
  await rest();
  answer({ id: 'a' });
  await done;
  messages.at(-1)?.action?.onClick();
  await rest();
  refuse('This anecdote was deleted more than 30 days ago');
  await rest();
  expect(messages.at(-1)).toMatchObject({ kind: 'failed', text: 'This anecdote was deleted more than 30 days ago' });
});
