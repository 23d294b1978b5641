import {
  AnecdoteCursorPage,
  AnecdotePage,
  type AnecdoteView,
  type BatchItem,
  foldText,
  SearchPage,
} from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMock } from '../../web/src/mock/mock.ts';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { corpusQueries, searchCorpus } from '../support/search-corpus.ts';

/* The same journal and the same queries for the service and for the mock data service. */

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

const BATCH = 500;
let side: BothSides;
let services: { name: string; ask: Ask }[];

beforeAll(async () => {
  side = await startBothSides({ guestMaxAnecdotes: 5_000 });
  services = [
    { name: 'the service', ask: await askService() },
    { name: 'the mock data service', ask: await askMock() },
  ];
  for (const { ask } of services) await fill(ask);
});
afterAll(() => side.close());

async function askService(): Promise<Ask> {
  const form = new URLSearchParams({ username: 'guest', password: GUEST_PASSWORD }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const login = await side.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: form });
  const token = login.json().data.access_token;
  return async (method, path, body) => (await side.call(token, method, `/api${path}`, body)).json();
}

async function askMock(): Promise<Ask> {
  const kept = new Map<string, string>();
  const { answer } = await createMock({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    conditions: () => ({ delay: [0, 0], errorRate: 0 }),
    onMail() {},
  });
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const init = { method, headers, ...(body !== undefined && { body: body as string }) };
    return (await answer(new Request(`http://journal.example/api${path}`, init))).json();
  };
  const form = new URLSearchParams({ username: 'guest', password: 'guest-demo' });
  const { data } = (await call('POST', '/auth/login', form)) as { data: { access_token: string } };
  const authorization = `Bearer ${data.access_token}`;
  return (method, path, body) =>
    call(method, path, body && JSON.stringify(body), { authorization, 'content-type': 'application/json' });
}

async function fill(ask: Ask): Promise<void> {
  const corpus = searchCorpus();
  const made: AnecdoteView[] = [];
  for (let first = 0; first < corpus.length; first += BATCH) {
    const anecdotes = corpus.slice(first, first + BATCH).map((anecdote) => ({ ...anecdote, time_zone: 'UTC' }));
    const { data } = (await ask('POST', '/anecdotes/batch', { anecdotes })) as { data: BatchItem[] };
    made.push(...data.flatMap((item) => (item.success ? item.data : [])));
  }
  expect(made).toHaveLength(corpus.length);
  const [parent, child] = [/^A:/, /^D:/].map((name) => made.find(({ description }) => name.test(description))?.id);
  await ask('PUT', `/anecdotes/${child}/parent`, { parent });
  // The views may take longer to catch up than an answer waits for them.
  const isVisible = async () => expect(await ask('GET', '/anecdotes')).toMatchObject({ success: true });
  await vi.waitFor(isVisible, { timeout: 60_000 });
}

async function found(ask: Ask, query: string): Promise<SearchPage> {
  return SearchPage.parse(await ask('GET', `/anecdotes/search?limit=100&query=${encodeURIComponent(query)}`));
}

/** The name of an anecdote that the queries look for (the letter before the colon), or an ellipsis for any other. */
const nameOf = ({ description }: AnecdoteView) => /^(.):/.exec(description)?.[1] ?? '…';

test.each(corpusQueries)('%s: %s finds the intended anecdotes first, in service and mock', async (_, query, first) => {
  const [real, mock] = await Promise.all(services.map(({ ask }) => found(ask, query)));
  expect(real?.data.map(({ anecdote }) => nameOf(anecdote)).join('')).toBe(first);
  const comparable = (page: SearchPage | undefined) => ({
    hits: page?.data.map(({ anecdote, highlights, relevanceScore }) => [
      anecdote.description,
      highlights,
      relevanceScore,
    ]),
    total: page?.pagination.totalCount,
    suggestions: page?.suggestions,
  });
  expect(comparable(mock)).toEqual(comparable(real));
});

describe('searching for a word of many anecdotes', () => {
  test.each(['lantern', 'food', 'holiday'])('ranks the results for %s by the specified weights', async (word) => {
    const has = (text: string | null) => foldText(text ?? '').includes(word);
    const expected = searchCorpus()
      .map(({ description, tags, location, timestamp }) => ({
        score: (has(description) ? 3 : 0) + 2 * tags.filter(has).length + (has(location) ? 1 : 0),
        timestamp,
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.timestamp < b.timestamp ? 1 : -1));
    for (const { name, ask } of services) {
      const { data, pagination } = await found(ask, word);
      const scores = data.map(({ anecdote, relevanceScore }) => ({
        score: relevanceScore,
        timestamp: anecdote.timestamp,
      }));
      expect([name, pagination.totalCount, scores]).toEqual([name, expected.length, expected.slice(0, 100)]);
    }
  });

  test('counts as many anecdotes as the filtered list', async () => {
    for (const { ask } of services) {
      const { pagination } = await found(ask, 'lantern -food');
      const list = (await ask('GET', '/anecdotes?search=lantern%20-food')) as { pagination: { totalItems: number } };
      expect(list.pagination.totalItems).toBe(pagination.totalCount);
    }
  });

  test('counts at most 1,000 in the service, while the list continues to its end', async () => {
    const [service] = services;
    const ask = service?.ask ?? expect.fail();
    expect((await found(ask, 'e')).pagination).toMatchObject({ totalCount: 1_000, isCapped: true });
    let [count, cursor]: [number, string | null] = [0, ''];
    while (cursor !== null) {
      const page = AnecdoteCursorPage.parse(await ask('GET', `/anecdotes/cursor?limit=100&search=e&cursor=${cursor}`));
      expect(page.pagination).toMatchObject({ totalCount: 1_000, isCapped: true });
      count += page.data.length;
      cursor = page.pagination.nextCursor;
    }
    expect(count).toBeGreaterThan(1_100);
    const [last, beyond] = await Promise.all(
      [11, 13].map(async (number) =>
        AnecdotePage.parse(await ask('GET', `/anecdotes?page_size=100&search=e&page=${number}`)),
      ),
    );
    expect(last?.pagination).toMatchObject({ totalItems: 1_000, isCapped: true, hasNextPage: true });
    expect(beyond?.pagination).toMatchObject({ hasNextPage: false });
  });
});
