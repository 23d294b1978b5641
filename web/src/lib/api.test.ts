import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserTab, tokenOf } from './browser-stand-in.ts';

type Asked = { path: string; method: string; headers: Record<string, string>; body: unknown; at: number };

const ann = tokenOf('ann');

let tab: ReturnType<typeof openBrowserTab>;
/** The calls that were sent. */
let asked: Asked[];
/** The outcomes of the next calls: an answer, a network error, or silence until the call is aborted. */
let answers: (Response | Error | 'silence')[];

beforeEach(() => {
  vi.useFakeTimers();
  tab = openBrowserTab({ localData: new Map([['auth_token', ann]]) });
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
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // The time-outs of Node ignore fake timers.
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

const bearer = (token: string) => `Bearer ${token}`;

const networkDown = () => new TypeError('Failed to fetch');

/** The page of a proxy that could not reach the service, or got no answer from it. */
const pageOfProxy = (status: number) =>
  new Response('<html>Bad Gateway</html>', { status, headers: { 'content-type': 'text/html' } });

function success(data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ success: true, data, error: null, timestamp: '' }, { headers });
}

function refusal(status: number, error: object, headers: Record<string, string> = {}): Response {
  return Response.json({ success: false, data: null, error }, { status, headers });
}

/** The outcome of `call` after all fake timers have run. */
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

test('a read sends the token, the parameters that have a value and the newest known position', async () => {
  const { read, recordChange } = await load();
  recordChange('7');
  answers = [success(['one'], { 'x-log-position': '7' })];
  const { value } = await settled(read('/tags', { query: { limit: 5, search_term: 'a b', cursor: undefined } }));
  expect(value).toMatchObject({ success: true, data: ['one'] });
  expect(asked).toMatchObject([{ path: '/api/tags?limit=5&search_term=a+b', method: 'GET' }]);
  expect(asked[0]?.headers).toEqual({ authorization: `Bearer ${ann}`, 'x-min-position': '7' });
});

test('a read is repeated if a newer change became known in the meantime', async () => {
  const { read, recordChange } = await load();
  answers = [success('old', { 'x-log-position': '7' }), success('new', { 'x-log-position': '8' })];
  const reading = read('/tags');
  recordChange('8');
  expect((await settled(reading)).value).toMatchObject({ data: 'new' });
  expect(asked.map(({ headers }) => headers['x-min-position'])).toEqual([undefined, '8']);
});

test('a read that stays older than a known change is returned after four attempts, and counts as behind it', async () => {
  const { read, recordChange, isShown } = await load();
  recordChange('8');
  answers = Array.from({ length: 4 }, () => success('old', { 'x-log-position': '7' }));
  expect(isShown('8')).toBe(true);
  expect((await settled(read('/tags'))).value).toMatchObject({ data: 'old' });
  expect(asked).toHaveLength(4);
  expect(isShown('8')).toBe(false);
});

test('what was read before a log-in does not count as a part of the journal that has to be refreshed', async () => {
  const { read, readData, recordChange, storeToken, endSession, isShown } = await load();
  endSession('logged-out');
  answers = [success('configuration', { 'x-log-position': '7' }), success('journal', { 'x-log-position': '8' })];
  await settled(read('/config'));
  recordChange('8');
  storeToken(ann);
  await settled(readData('/anecdotes'));
  expect(isShown('8')).toBe(true);
});

test('a change without an answer is repeated with the same idempotency key after growing waits', async () => {
  const { send, isReachable } = await load();
  answers = [networkDown(), networkDown(), networkDown(), success({ id: '1' }, { 'x-log-position': '9' })];
  const { value } = await settled(send('POST', '/anecdotes', { body: { description: 'x' } }));
  expect(value).toEqual({ id: '1' });
  expect(gaps()).toEqual([400, 800, 1200]);
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(asked.every(({ body }) => body === '{"description":"x"}')).toBe(true);
  expect(isReachable()).toBe(true);
});

test.each([502, 503, 504, 522])(
  'a change that a proxy answers with %i in place of the service is repeated with the same idempotency key',
  async (status) => {
    const { send } = await load();
    answers = [pageOfProxy(status), success({ id: '1' })];
    expect((await settled(send('POST', '/anecdotes', { body: {} }))).value).toEqual({ id: '1' });
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  },
);

test('a call that a proxy answers four times in place of the service counts as unreachable', async () => {
  const { read, isUnreachable } = await load();
  answers = Array.from({ length: 4 }, () => pageOfProxy(502));
  expect(isUnreachable((await settled(read('/tags'))).error)).toBe(true);
  expect(gaps()).toEqual([400, 800, 1200]);
});

test('a 502 of the service itself is a refusal with a message', async () => {
  const { send } = await load();
  answers = [refusal(502, { code: 'REDDIT_UNAVAILABLE', message: 'Reddit does not answer' })];
  expect((await settled(send('POST', '/reddit'))).error).toMatchObject({ message: 'Reddit does not answer' });
});

test('each change has its own idempotency key unless the caller passes one', async () => {
  const { send } = await load();
  answers = [success(null), success(null), success(null)];
  await settled(Promise.all([send('DELETE', '/anecdotes/1'), send('DELETE', '/anecdotes/2')]));
  await settled(send('DELETE', '/anecdotes/3', { key: 'mine' }));
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys[2]).toBe('mine');
});

test('after four failed attempts with the network up, only this call counts as unreachable', async () => {
  const { read, isUnreachable, isReachable } = await load();
  answers = Array.from({ length: 4 }, networkDown);
  const { error } = await settled(read('/tags'));
  expect(isUnreachable(error)).toBe(true);
  expect(asked).toHaveLength(4);
  expect(isReachable()).toBe(true);
});

test('offline, a call is attempted once, and the service counts as unreachable until a call succeeds', async () => {
  const { read, isUnreachable, isReachable } = await load();
  tab.navigator.onLine = false;
  answers = [networkDown(), success([])];
  expect(isUnreachable((await settled(read('/tags'))).error)).toBe(true);
  expect(asked).toHaveLength(1);
  expect(isReachable()).toBe(false);
  await settled(read('/tags'));
  expect(isReachable()).toBe(true);
});

test('a call without an answer after 20 seconds is repeated', async () => {
  const { read } = await load();
  answers = ['silence', success('late')];
  expect((await settled(read('/tags'))).value).toMatchObject({ data: 'late' });
  expect(gaps()).toEqual([20_400]);
});

test.each([
  [503, '2', 2000],
  [429, '5', 5000],
  [503, undefined, 1000],
])('a call answered with %i and Retry-After %s is repeated after the wait', async (status, wait, gap) => {
  const { read } = await load();
  const headers = wait === undefined ? {} : { 'retry-after': wait };
  answers = [refusal(status, { code: 'UNAVAILABLE', message: 'x' }, headers), success('there')];
  expect((await settled(read('/tags'))).value).toMatchObject({ data: 'there' });
  expect(gaps()).toEqual([gap]);
});

test('a call is repeated up to 30 % later than Retry-After says, at random', async () => {
  const { read } = await load();
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(1);
  answers = [...[1, 2].map(() => refusal(429, { code: 'RATE_LIMITED' }, { 'retry-after': '2' })), success('there')];
  await settled(read('/tags'));
  expect(gaps()).toEqual([2300, 2600]);
});

test('a call is not repeated if Retry-After is more than 5 seconds', async () => {
  const { read } = await load();
  answers = [refusal(429, { code: 'RATE_LIMITED', message: 'Too many requests.' }, { 'retry-after': '6' })];
  expect((await settled(read('/tags'))).error).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests.' });
});

test('a call aborted while it waits for a retry rejects with the abort reason and is not repeated', async () => {
  const { read } = await load();
  const stop = new AbortController();
  answers = [networkDown()];
  const reading = read('/tags', { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(100);
  stop.abort(new Error('left the screen'));
  expect((await settled(reading)).error).toMatchObject({ message: 'left the screen' });
  expect(asked).toHaveLength(1);
});

test('a call aborted in flight is not repeated', async () => {
  const { read } = await load();
  const stop = new AbortController();
  answers = ['silence'];
  const reading = read('/tags', { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(100);
  stop.abort(new Error('left the screen'));
  expect((await settled(reading)).error).toMatchObject({ message: 'left the screen' });
});

test('a refusal contains the code, message, fields and revision that the service sent', async () => {
  const { send, ApiError, reasonOf } = await load();
  const error = { code: 'REVISION_CONFLICT', message: 'Changed.', fields: { tags: 'x' }, revision: 3 };
  answers = [refusal(409, error)];
  const refused = (await settled(send('PUT', '/anecdotes/1', { body: {}, ifMatch: 2 }))).error;
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject(error);
  expect(reasonOf(refused, 'Failed')).toBe('Changed.');
  expect(asked[0]?.headers).toMatchObject({ 'if-match': '"2"', 'content-type': 'application/json' });
});

test('a refused import contains the id of the anecdote that already exists', async () => {
  const { send } = await load();
  const error = { code: 'ALREADY_IMPORTED', message: 'This post was already imported' };
  answers = [Response.json({ success: false, data: null, error, anecdoteId: '1' })];
  expect((await settled(send('POST', '/reddit'))).error).toMatchObject({ anecdoteId: '1' });
});

test.each(['<html>502</html>', '{"success":false}', '[]'])(
  'the answer %s becomes the error UNREADABLE without a reason to show',
  async (text) => {
    const { read, reasonOf, isMissing } = await load();
    answers = [new Response(text)];
    const { error } = await settled(read('/tags'));
    expect(error).toMatchObject({ code: 'UNREADABLE' });
    expect(reasonOf(error, 'Failed to load data')).toBe('Failed to load data');
    expect(isMissing(error)).toBe(false);
  },
);

test('what a proxy refuses because of its size is reported as too large', async () => {
  const { send, reasonOf } = await load();
  answers = [pageOfProxy(413)];
  const { error } = await settled(send('POST', '/import'));
  expect(reasonOf(error, 'This file cannot be read')).toBe('This is larger than the server accepts');
});

test('only ANECDOTE_NOT_FOUND counts as missing', async () => {
  const { read, isMissing } = await load();
  answers = [
    refusal(404, { code: 'ANECDOTE_NOT_FOUND', message: 'Anecdote not found' }),
    refusal(404, { code: 'NOT_FOUND', message: 'Not found' }),
  ];
  expect(isMissing((await settled(read('/anecdotes/1'))).error)).toBe(true);
  expect(isMissing((await settled(read('/nothing'))).error)).toBe(false);
});

test('a failure message includes its cause only if the service is unreachable', async () => {
  const { ApiError, withCause } = await load();
  expect(withCause(new ApiError('UNREACHABLE', ''), 'Failed to load data')).toMatch(
    /^Failed to load data\. Can't reach/,
  );
  expect(withCause(new ApiError('NOT_FOUND', ''), 'Failed to load data')).toBe('Failed to load data');
});

test('a 401 ends the session whose token was sent', async () => {
  const { read, token } = await load();
  answers = [refusal(401, { code: 'UNAUTHENTICATED', message: 'x' })];
  await settled(read('/tags'));
  expect(token()).toBeNull();
  expect(tab.localData.get('session_end')).toBe('expired');
});

test('a log-in with a wrong password does not end the session of the person who is still logged in', async () => {
  const { send, token } = await load();
  answers = [refusal(401, { code: 'LOGIN_FAILED', message: 'x' })];
  const { error } = await settled(send('POST', '/auth/login', { body: new URLSearchParams({ username: 'bob' }) }));
  expect(error).toMatchObject({ code: 'LOGIN_FAILED' });
  expect(token()).toBe(ann);
});

test('a 401 to a token that was replaced in the meantime does not end the new session', async () => {
  const { read, storeToken, token } = await load();
  answers = [refusal(401, { code: 'UNAUTHENTICATED', message: 'x' })];
  const reading = read('/tags');
  storeToken(tokenOf('ann', { exp: 1 }));
  await settled(reading);
  expect(token()).toBe(tokenOf('ann', { exp: 1 }));
});

test('a renewed token replaces the token that was sent, but not another one', async () => {
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

test('the CSRF token is sent with changes only', async () => {
  const { read, send } = await load();
  tab.document.cookie = 'other=1; XSRF-TOKEN=a%3Db; last=2';
  answers = [success(null), success(null)];
  await settled(read('/tags'));
  await settled(send('POST', '/auth/logout'));
  expect(asked.map(({ headers }) => headers['x-xsrf-token'])).toEqual([undefined, 'a=b']);
});

test('a change refused because its CSRF cookie was replaced is repeated with the new one', async () => {
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

test('a forbidden change is not repeated', async () => {
  const { send } = await load();
  tab.document.cookie = 'XSRF-TOKEN=first';
  answers = [refusal(403, { code: 'FORBIDDEN', message: 'No' })];
  expect((await settled(send('DELETE', '/api-keys/1'))).error).toMatchObject({ code: 'FORBIDDEN' });
  expect(asked).toHaveLength(1);
});

test('a call that needs the password again is repeated with the token of the new session, unless the person cancels', async () => {
  const { send, storeToken } = await load();
  const { passwordQuestion } = await import('./password-question.ts');
  const needsPassword = () => refusal(403, { code: 'REAUTH_REQUIRED', message: 'Please confirm your password' });
  answers = [needsPassword(), success('created'), needsPassword()];
  const confirmed = send('POST', '/api-keys', { body: { name: 'Script' } });
  await vi.waitFor(() => expect(passwordQuestion.get()).toBeDefined(), 60_000);
  storeToken(tokenOf('ann', { iat: 2 }));
  passwordQuestion.get()?.answer(true);
  expect(await confirmed).toBe('created');
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([ann, tokenOf('ann', { iat: 2 })].map(bearer));

  const cancelled = settled(send('POST', '/api-keys', { body: { name: 'Script' } }));
  await vi.waitFor(() => expect(passwordQuestion.get()).toBeDefined(), 60_000);
  passwordQuestion.get()?.answer(false);
  expect((await cancelled).error).toMatchObject({ code: 'CANCELLED' });
});

test('a late confirmation of a cancelled question does not close the next one', async () => {
  const { askForPassword, passwordQuestion } = await import('./password-question.ts');
  void askForPassword();
  const first = passwordQuestion.get();
  first?.answer(false);
  void askForPassword();
  first?.answer(true);
  expect(passwordQuestion.get()).toBeDefined();
});

test('a file that is refused because the session has expired ends the session', async () => {
  const { download, token } = await load();
  answers = [refusal(401, { code: 'UNAUTHENTICATED', message: 'Your session has expired.' })];
  const reading = download('/export', { signal: new AbortController().signal, onProgress: () => {} });
  expect((await settled(reading)).error).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(token()).toBe(null);
});

test('a form body is sent unchanged, and without a token if nobody is logged in', async () => {
  const { send, endSession } = await load();
  endSession('logged-out');
  answers = [success(null)];
  const form = new URLSearchParams({ username: 'ann' });
  await settled(send('POST', '/auth/login', { body: form }));
  expect(asked[0]?.body).toBe(form);
  expect(asked[0]?.headers).not.toHaveProperty('content-type');
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

test('after a successful change, reads ask for its position and the local cache of every tab is invalid', async () => {
  const { send, knownPosition } = await load();
  tab.sessionData.set('cache', 'what was read before');
  answers = [success(null, { 'x-log-position': '9' })];
  await settled(send('POST', '/anecdotes', { body: {} }));
  expect(knownPosition()).toBe('9');
  expect(tab.localData.get('cache_since')).toBe('ann 9');
  expect(tab.sessionData.has('cache')).toBe(false);
});

test('a refused change does not empty the local cache', async () => {
  const { send } = await load();
  tab.sessionData.set('cache', 'what was read before');
  answers = [refusal(422, { code: 'CONNECTION_LOOP', message: 'x' })];
  await settled(send('POST', '/anecdotes', { body: {} }));
  expect(tab.sessionData.get('cache')).toBe('what was read before');
});

test('a stream is opened with the token of the session', async () => {
  const { openStream } = await load();
  answers = [new Response('')];
  await openStream('/live', new AbortController().signal);
  expect(asked).toMatchObject([
    { path: '/api/live', headers: { accept: 'text/event-stream', authorization: `Bearer ${ann}` } },
  ]);
});

test('an early read from the head of the page is used once', async () => {
  const { read } = await load();
  const { beginEarlyRead } = await import('./early-reads.ts');
  answers = [success('early'), success('later')];
  beginEarlyRead('/statistics', ann, 0n);
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: 'early' });
  expect(asked).toHaveLength(1);
  expect((await settled(read('/statistics'))).value).toMatchObject({ data: 'later' });
});

test('an early read that was for another person, failed, or is older than a known change is repeated', async () => {
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
