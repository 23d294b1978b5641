import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from './browser-stand-in.ts';

/** A live connection that was opened: the signal that ends it, and the actions of the server. */
type Connection = { signal: AbortSignal; at: number; send: (text: string) => void; close: () => void };

let tab: ReturnType<typeof openBrowserTab>;
let opened: Connection[];
/** The answers that the next connections get instead of a stream. */
let instead: (Response | Error)[];
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // Makes the random factor of each wait exactly 1.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { locks } = navigator;
  tab = openBrowserTab({ localData: new Map([['auth_token', tokenOf(crypto.randomUUID())]]) });
  Object.assign(tab.navigator, { locks });
  opened = [];
  instead = [];
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    const connection: Connection = { signal, at: Date.now(), send: () => {}, close: () => {} };
    opened.push(connection);
    const answer = instead.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer !== undefined) return Promise.resolve(answer);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        connection.send = (text) => controller.enqueue(new TextEncoder().encode(text));
        connection.close = () => controller.close();
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await rest();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs everything that does not wait for a timer. */
async function rest() {
  for (let turn = 0; turn < 50; turn += 1) await vi.advanceTimersByTimeAsync(0);
}

/** Lets `milliseconds` pass. */
async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await rest();
}

/** Follows changes of the journal with one cached query. Returns whether that is stale and the service is reachable. */
async function follow() {
  const [{ followChanges }, { journalKey }, { recordRead }, { onlineManager }] = await Promise.all([
    import('./live.ts'),
    import('./query-client.ts'),
    import('./position.ts'),
    import('@tanstack/react-query'),
  ]);
  const queries = new QueryClient();
  recordRead('5');
  queries.setQueryData([...journalKey, 'list'], 'what was read');
  const stop = followChanges(queries);
  stops.push(stop);
  await rest();
  return {
    stop,
    queries,
    isStale: () => queries.getQueryState([...journalKey, 'list'])?.isInvalidated,
    isReachable: () => onlineManager.isOnline(),
  };
}

const change = (position: number) => `event: change\ndata: {"position":"${position}"}\n\n`;
const aborted = () => opened.map(({ signal }) => signal.aborted);
const last = () => opened.at(-1) as Connection;

test('changes in quick succession are shown together, and the last one is always shown', async () => {
  const followed = await follow();
  const refreshed = vi.fn();
  const { journalKey } = await import('./query-client.ts');
  followed.queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === journalKey[0] && query.state.isInvalidated) refreshed();
  });
  for (let position = 6; position <= 40; position += 1) {
    opened[0]?.send(change(position));
    await pass(20);
    followed.queries.setQueryData([...journalKey, 'list'], 'read again');
  }
  const { isShown, knownPosition } = await import('./position.ts');
  await pass(1_000);
  expect([isShown('40'), knownPosition()]).toEqual([true, '40']);
  expect(refreshed.mock.calls.length).toBeLessThanOrEqual(4);
});

test('two followers share one connection, and when the first stops the other connects at once', async () => {
  const { stop } = await follow();
  const second = await follow();
  expect(aborted()).toEqual([false]);
  stop();
  await rest();
  expect(aborted()).toEqual([true, false]);
  second.stop();
  await rest();
  expect(aborted()).toEqual([true, true]);
});

test('a change newer than what is shown invalidates the journal, and one that is already shown does not', async () => {
  const { isStale } = await follow();
  last().send(change(5));
  await rest();
  expect(isStale()).toBe(false);
  last().send(change(6));
  await rest();
  expect(isStale()).toBe(true);
});

test('a message is read in pieces, with any line endings, and between heartbeats and other events', async () => {
  const { isStale } = await follow();
  last().send(': still here\n\nevent: other\ndata: {"position":"9"}\n\nevent:cha');
  await rest();
  expect(isStale()).toBe(false);
  last().send('nge\r\ndata: {"posi');
  last().send('tion":"6"}\r\n\r\n');
  await rest();
  expect(isStale()).toBe(true);
});

test('failed connections are retried after waits that double up to 20 seconds', async () => {
  instead = Array.from({ length: 8 }, () => new TypeError('Failed to fetch'));
  const { isReachable } = await follow();
  expect(isReachable()).toBe(false);
  await pass(100_000);
  const gaps = opened.slice(1).map(({ at }, index) => at - (opened[index]?.at ?? 0));
  expect(gaps).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  expect(isReachable()).toBe(true);
});

test('after a successful connection the next wait is 500 ms again', async () => {
  instead = Array.from({ length: 3 }, () => new TypeError('Failed to fetch'));
  await follow();
  await pass(500 + 1000 + 2000);
  expect(opened).toHaveLength(4);
  last().close();
  await pass(499);
  expect(opened).toHaveLength(4);
  await pass(1);
  expect(opened).toHaveLength(5);
});

test('a refused connection is retried, and the service counts as reachable', async () => {
  instead = [Response.json({ success: false }, { status: 503 })];
  const { isReachable } = await follow();
  expect(isReachable()).toBe(true);
  await pass(500);
  expect(opened).toHaveLength(2);
});

test.each([
  [429, '30', 30_000],
  [503, '2', 2_000],
  [503, '86400', 300_000],
  [503, 'Fri, 27 Nov 2026 12:00:00 GMT', 500],
])('a connection refused with %i and Retry-After %s is retried after %i ms', async (status, asked, wait) => {
  // The random part of the wait is 0 ms.
  if (wait > 500) vi.mocked(Math.random).mockReturnValue(0);
  instead = [Response.json({ success: false }, { status, headers: { 'retry-after': asked } })];
  await follow();
  await pass(wait - 1);
  expect(opened).toHaveLength(1);
  await pass(1);
  expect(opened).toHaveLength(2);
});

test('the service counts as unreachable while a proxy answers in its place', async () => {
  instead = [new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })];
  const { isReachable } = await follow();
  expect(isReachable()).toBe(false);
  await pass(500);
  expect(isReachable()).toBe(true);
});

test('a browser that goes online connects at once', async () => {
  instead = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
  await follow();
  await pass(500);
  expect(opened).toHaveLength(2);
  window.dispatchEvent(new Event('online'));
  await rest();
  expect(opened).toHaveLength(3);
});

test('a browser that goes offline closes the connection and opens another', async () => {
  await follow();
  window.dispatchEvent(new Event('offline'));
  await pass(500);
  expect(aborted()).toEqual([true, false]);
});

test('a connection that is silent for 40 seconds is replaced, and one with heartbeats is kept', async () => {
  await follow();
  for (let beat = 0; beat < 4; beat += 1) {
    await pass(15_000);
    last().send(': still here\n\n');
    await rest();
  }
  await pass(39_000);
  expect(aborted()).toEqual([false]);
  await pass(1_500);
  expect(aborted()).toEqual([true, false]);
});

test('a 401 ends the session, and no further connection is opened', async () => {
  instead = [new Response('', { status: 401 })];
  await follow();
  expect(tab.localData.get('session_end')).toBe('expired');
  await pass(60_000);
  expect(opened).toHaveLength(1);
});

test('after a log-out no other connection is opened when the current one closes', async () => {
  await follow();
  const { endSession } = await import('./session.ts');
  endSession('logged-out');
  last().close();
  await pass(60_000);
  expect(opened).toHaveLength(1);
});
