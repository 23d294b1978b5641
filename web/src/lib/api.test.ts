import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from './browser-stand-in.ts';

type Asked = { path: string; method: string; headers: Record<string, string>; body: unknown; at: number };

const ann = tokenOf('ann');

let tab: ReturnType<typeof openBrowserTab>;
/** The calls that left the page. */
let asked: Asked[];
/** What the next calls get: an answer, an error of the network, or a wait for the signal of the call. */
let answers: (Response | Error | 'silence')[];

beforeEach(() => {
  vi.useFakeTimers();
  tab = openBrowserTab({ shared: new Map([['auth_token', ann]]) });
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    asked.push({ path, method, headers: Object.fromEntries(new Headers(headers)), body, at: Date.now() });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('A call that no test expects');
    if (answer instanceof Response) return Promise.resolve(answer);
    if (answer instanceof Error) return Promise.reject(answer);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  // Node's own time-outs do not follow the clock of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const end = new AbortController();
    setTimeout(() => end.abort(), milliseconds);
    return end.signal;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function load() {
  const [api, position, session, { onlineManager }] = await Promise.all([
    import('./api.ts'),
    import('./position.ts'),
    import('./session.ts'),
    import('@tanstack/react-query'),
  ]);
  return { ...api, ...position, ...session, isReachable: () => onlineManager.isOnline() };
}

const networkDown = () => new TypeError('Failed to fetch');

function success(data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ success: true, data, error: null, timestamp: '' }, { headers });
}

function refusal(status: number, error: object, headers: Record<string, string> = {}): Response {
  return Response.json({ success: false, data: null, error }, { status, headers });
}

/** What became of `call`, once the clock has gone on until nothing is left to wait for. */
async function settled<Data>(call: Promise<Data>) {
  const outcome = call.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

/** Milliseconds between each call and the next. */
const gaps = () => asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));

test('a read carries the token, the parameters that have a value and the newest position that is known', async () => {
  const { read, recordChange } = await load();
  recordChange('7');
  answers = [success(['one'], { 'x-log-position': '7' })];
  const { value } = await settled(read('/tags', { query: { limit: 5, search_term: 'a b', cursor: undefined } }));
  expect(value).toMatchObject({ success: true, data: ['one'] });
  expect(asked).toMatchObject([{ path: '/api/tags?limit=5&search_term=a+b', method: 'GET' }]);
  expect(asked[0]?.headers).toEqual({ authorization: `Bearer ${ann}`, 'x-min-position': '7' });
});

test('a read that a change has overtaken is made again', async () => {
  const { read, recordChange } = await load();
  answers = [success('old', { 'x-log-position': '7' }), success('new', { 'x-log-position': '8' })];
  const reading = read('/tags');
  recordChange('8');
  expect((await settled(reading)).value).toMatchObject({ data: 'new' });
  expect(asked.map(({ headers }) => headers['x-min-position'])).toEqual([undefined, '8']);
});

test('a read that stays behind is given after four attempts', async () => {
  const { read, recordChange } = await load();
  recordChange('8');
  answers = Array.from({ length: 4 }, () => success('old', { 'x-log-position': '7' }));
  expect((await settled(read('/tags'))).value).toMatchObject({ data: 'old' });
  expect(asked).toHaveLength(4);
});

test('a change that gets no answer is repeated with the same key, after longer and longer waits', async () => {
  const { send, isReachable } = await load();
  answers = [networkDown(), networkDown(), networkDown(), success({ id: '1' }, { 'x-log-position': '9' })];
  const { value } = await settled(send('POST', '/anecdotes', { body: { description: 'x' } }));
  expect(value).toEqual({ id: '1' });
  expect(gaps()).toEqual([400, 800, 1200]);
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(asked.every(({ body }) => body === '{"description":"x"}')).toBe(true);
  expect(isReachable()).toBe(true);
});

test('two changes have keys of their own, unless the caller names one', async () => {
  const { send } = await load();
  answers = [success(null), success(null), success(null)];
  await settled(Promise.all([send('DELETE', '/anecdotes/1'), send('DELETE', '/anecdotes/2')]));
  await settled(send('DELETE', '/anecdotes/3', { key: 'mine' }));
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys[2]).toBe('mine');
});

test('a service that four attempts do not reach while the network is up is unreachable for this call alone', async () => {
  const { read, isUnreachable, isReachable } = await load();
  answers = Array.from({ length: 4 }, networkDown);
  const { error } = await settled(read('/tags'));
  expect(isUnreachable(error as Error)).toBe(true);
  expect(asked).toHaveLength(4);
  expect(isReachable()).toBe(true);
});

test('without a network a call is made once, and the service counts as not reached until one arrives', async () => {
  const { read, isUnreachable, isReachable } = await load();
  tab.navigator.onLine = false;
  answers = [networkDown(), success([])];
  expect(isUnreachable((await settled(read('/tags'))).error as Error)).toBe(true);
  expect(asked).toHaveLength(1);
  expect(isReachable()).toBe(false);
  await settled(read('/tags'));
  expect(isReachable()).toBe(true);
});

test('an answer that has not come after 20 seconds is asked for again', async () => {
  const { read } = await load();
  answers = ['silence', success('late')];
  expect((await settled(read('/tags'))).value).toMatchObject({ data: 'late' });
  expect(gaps()).toEqual([20_400]);
});

test.each([
  [503, '2', 2000],
  [429, '5', 5000],
  [503, undefined, 1000],
])('a %i that asks for a wait of %s s is repeated after it', async (status, wait, gap) => {
  const { read } = await load();
  const headers = wait === undefined ? {} : { 'retry-after': wait };
  answers = [refusal(status, { code: 'UNAVAILABLE', message: 'x' }, headers), success('there')];
  expect((await settled(read('/tags'))).value).toMatchObject({ data: 'there' });
  expect(gaps()).toEqual([gap]);
});

test('a server that asks for a wait of more than 5 seconds is not asked again', async () => {
  const { read } = await load();
  answers = [refusal(429, { code: 'RATE_LIMITED', message: 'Too many requests.' }, { 'retry-after': '6' })];
  expect((await settled(read('/tags'))).error).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests.' });
});

test('a call that is given up while it waits fails with the reason and is not made again', async () => {
  const { read } = await load();
  const stop = new AbortController();
  answers = [networkDown()];
  const reading = read('/tags', { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(100);
  stop.abort(new Error('left the screen'));
  expect((await settled(reading)).error).toMatchObject({ message: 'left the screen' });
  expect(asked).toHaveLength(1);
});

test('a call that is given up on its way is not repeated', async () => {
  const { read } = await load();
  const stop = new AbortController();
  answers = ['silence'];
  const reading = read('/tags', { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(100);
  stop.abort(new Error('left the screen'));
  expect((await settled(reading)).error).toMatchObject({ message: 'left the screen' });
});

test('a refusal carries what the service said', async () => {
  const { send, ApiError, reasonOf } = await load();
  const error = { code: 'REVISION_CONFLICT', message: 'Changed.', fields: { tags: 'x' }, revision: 3 };
  answers = [refusal(409, error)];
  const refused = (await settled(send('PUT', '/anecdotes/1', { body: {}, ifMatch: 2 }))).error;
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject(error);
  expect(reasonOf(refused, 'Failed')).toBe('Changed.');
  expect(asked[0]?.headers).toMatchObject({ 'if-match': '"2"', 'content-type': 'application/json' });
});

test('a refused import tells which anecdote is there already', async () => {
  const { send } = await load();
  const error = { code: 'ALREADY_IMPORTED', message: 'This post was already imported' };
  answers = [Response.json({ success: false, data: null, error, anecdoteId: '1' })];
  expect((await settled(send('POST', '/reddit'))).error).toMatchObject({ anecdoteId: '1' });
});

test.each(['<html>502</html>', '{"success":false}', '[]'])(
  'the answer %s is unreadable and has no reason',
  async (text) => {
    const { read, reasonOf, isMissing } = await load();
    answers = [new Response(text)];
    const { error } = await settled(read('/tags'));
    expect(error).toMatchObject({ code: 'UNREADABLE' });
    expect(reasonOf(error, 'Failed to load data')).toBe('Failed to load data');
    expect(isMissing(error)).toBe(false);
  },
);

test('only a missing anecdote counts as missing', async () => {
  const { read, isMissing } = await load();
  answers = [
    refusal(404, { code: 'ANECDOTE_NOT_FOUND', message: 'Anecdote not found' }),
    refusal(404, { code: 'NOT_FOUND', message: 'Not found' }),
  ];
  expect(isMissing((await settled(read('/anecdotes/1'))).error)).toBe(true);
  expect(isMissing((await settled(read('/nothing'))).error)).toBe(false);
});

test('a failure names its cause only where the service was not reached', async () => {
  const { ApiError, withCause } = await load();
  expect(withCause(new ApiError('UNREACHABLE', ''), 'Failed to load data')).toMatch(
    /^Failed to load data\. Can't reach/,
  );
  expect(withCause(new ApiError('NOT_FOUND', ''), 'Failed to load data')).toBe('Failed to load data');
});

test('a 401 ends the session that asked', async () => {
  const { read, token } = await load();
  answers = [refusal(401, { code: 'UNAUTHENTICATED', message: 'x' })];
  await settled(read('/tags'));
  expect(token()).toBeNull();
  expect(tab.shared.get('session_end')).toBe('expired');
});

test('a 401 to a token that was replaced meanwhile leaves the new session alone', async () => {
  const { read, storeToken, token } = await load();
  answers = [refusal(401, { code: 'UNAUTHENTICATED', message: 'x' })];
  const reading = read('/tags');
  storeToken(tokenOf('ann', { exp: 1 }));
  await settled(reading);
  expect(token()).toBe(tokenOf('ann', { exp: 1 }));
});

test('a renewed token takes the place of the one that asked, and of no other', async () => {
  const { read, storeToken, token } = await load();
  const renewed = tokenOf('ann', { exp: 2 });
  answers = [success(null, { 'x-renewed-token': renewed }), success(null, { 'x-renewed-token': ann })];
  await settled(read('/auth/me'));
  expect(token()).toBe(renewed);
  const reading = read('/auth/me');
  storeToken(tokenOf('bob'));
  await settled(reading);
  expect(token()).toBe(tokenOf('bob'));
});

test('the cookie against forged requests goes with changes only', async () => {
  const { read, send } = await load();
  tab.document.cookie = 'other=1; XSRF-TOKEN=a%3Db; last=2';
  answers = [success(null), success(null)];
  await settled(read('/tags'));
  await settled(send('POST', '/auth/logout'));
  expect(asked.map(({ headers }) => headers['x-xsrf-token'])).toEqual([undefined, 'a=b']);
});

test('a change that was refused while its cookie was replaced is made once more with the new one', async () => {
  const { send } = await load();
  tab.document.cookie = 'XSRF-TOKEN=first';
  answers = [refusal(403, { code: 'CSRF_REFUSED', message: '' }), success('done')];
  const sending = send('POST', '/anecdotes', { key: 'one' });
  tab.document.cookie = 'XSRF-TOKEN=second';
  expect((await settled(sending)).value).toBe('done');
  expect(asked.map(({ headers }) => [headers['idempotency-key'], headers['x-xsrf-token']])).toEqual([
    ['one', 'first'],
    ['one', 'second'],
  ]);
});

test('a change that is not allowed is not made again', async () => {
  const { send } = await load();
  tab.document.cookie = 'XSRF-TOKEN=first';
  answers = [refusal(403, { code: 'FORBIDDEN', message: 'No' })];
  expect((await settled(send('DELETE', '/api-keys/1'))).error).toMatchObject({ code: 'FORBIDDEN' });
  expect(asked).toHaveLength(1);
});

test('a form is sent as it is, without a token where nobody is logged in', async () => {
  const { send, endSession } = await load();
  endSession('logged-out');
  answers = [success(null)];
  const form = new URLSearchParams({ username: 'ann' });
  await settled(send('POST', '/auth/login', { body: form }));
  expect(asked[0]?.body).toBe(form);
  expect(asked[0]?.headers).not.toHaveProperty('content-type');
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

test('a successful change is asked of later reads and empties the local cache of every tab', async () => {
  const { send, knownPosition } = await load();
  tab.own.set('cache', 'what was read before');
  answers = [success(null, { 'x-log-position': '9' })];
  await settled(send('POST', '/anecdotes', { body: {} }));
  expect(knownPosition()).toBe('9');
  expect(tab.shared.get('cache_since')).toBe('ann 9');
  expect(tab.own.has('cache')).toBe(false);
});

test('a refused change leaves the local cache alone', async () => {
  const { send } = await load();
  tab.own.set('cache', 'what was read before');
  answers = [refusal(422, { code: 'CONNECTION_LOOP', message: 'x' })];
  await settled(send('POST', '/anecdotes', { body: {} }));
  expect(tab.own.get('cache')).toBe('what was read before');
});

test('a stream is opened with the token of the session', async () => {
  const { openStream } = await load();
  answers = [new Response('')];
  await openStream('/live', new AbortController().signal);
  expect(asked).toMatchObject([
    { path: '/api/live', headers: { accept: 'text/event-stream', authorization: `Bearer ${ann}` } },
  ]);
});

test('a read that the head of the page began is taken, once', async () => {
  const { read } = await load();
  const { beginEarlyRead } = await import('./early-reads.ts');
  answers = [success('early'), success('later')];
  beginEarlyRead('/statistics', ann, 0n);
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: 'early' });
  expect(asked).toHaveLength(1);
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: 'later' });
});

test('a read that was begun for somebody else, failed, or cannot show a known change is made again', async () => {
  const { read, recordChange, storeToken } = await load();
  const { beginEarlyRead } = await import('./early-reads.ts');
  answers = [networkDown(), success('after a failure')];
  beginEarlyRead('/statistics', ann, 0n);
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: 'after a failure' });

  answers = [success('before the change', { 'x-log-position': '6' }), success('with the change')];
  beginEarlyRead('/statistics', ann, 6n);
  recordChange('7');
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: 'with the change' });

  answers = [success("ann's", { 'x-log-position': '7' }), success("bob's")];
  beginEarlyRead('/statistics', ann, 7n);
  storeToken(tokenOf('bob'));
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: "bob's" });
});
