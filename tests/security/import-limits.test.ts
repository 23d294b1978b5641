import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { emptyGuestJournalWhenDue } from '@anecdotes/command-service/guest-journal/reset';
import { createRedditSite } from '@anecdotes/command-service/import/reddit-site';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type CommandSide,
  callerOf,
  GUEST_PASSWORD,
  startCommandSide,
  untilAvailable,
} from '../support/command-side.ts';
import { cello, json, listing, type RedditServer, startReddit } from '../support/reddit-server.ts';
import { visitorOf } from '../support/visitor.ts';

const HOUR = 3_600_000;

let reddit: RedditServer;
let side: CommandSide;
let now: number;

beforeEach(async () => {
  now = Date.now();
  reddit = await startReddit();
  side = await startCommandSide({ clock: () => new Date(now), isRateLimited: true, redditBaseUrl: reddit.base });
});
afterEach(async () => {
  await side.close();
  await reddit.close();
});

const statuses = (answers: readonly { statusCode?: number }[]) => answers.map(({ statusCode }) => statusCode);
const importer = (token: string) => {
  const call = callerOf(side.app, token);
  return (post: string, headers: Record<string, string> = {}) =>
    call('POST', '/api/reddit', { url: reddit.addressOf(post) }, headers);
};
const guest = async () =>
  importer((await visitorOf(side).logIn('guest', GUEST_PASSWORD)).json().data.access_token as string);

test('all guests together import three posts an hour, and posts that are already imported do not count', async () => {
  const [one, other] = [await guest(), await guest()];
  expect(statuses([await one('1a'), await other('1b'), await one('1a'), await other('1c')])).toEqual([
    201, 201, 200, 201,
  ]);
  const key = { 'idempotency-key': 'fourth' };
  const refused = await one('1d', key);
  expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'GUEST_NOT_ALLOWED']);
  expect(refused.json().error.message).toBe('Not available for the guest account: it imports 3 posts an hour');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(reddit.asked).toHaveLength(3);
  now += HOUR;
  expect((await one('1d', key)).statusCode).toBe(201);
});

test('a post that was imported before the guest journal was emptied can be imported again', async () => {
  const call = await guest();
  const first = (await call('1a')).json();
  now += HOUR / 2;
  await emptyGuestJournalWhenDue(side.deps, 0.4);
  const second = (await call('1a')).json();
  expect([second.success, second.anecdoteId === first.anecdoteId]).toEqual([true, false]);
  expect((await call('1a')).json()).toMatchObject({ success: false, anecdoteId: second.anecdoteId });
});

test('a member imports ten posts an hour, including failed attempts', async () => {
  const importPost = importer(await side.tokenOf());
  for (let index = 0; index < 10; index += 1) {
    if (index % 2) reddit.put(`1${index}`, json('', 500));
    await importPost(`1${index}`);
  }
  const refused = await importPost('2a');
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(reddit.asked).toHaveLength(10);
  now += HOUR;
  expect((await importPost('2a')).statusCode).toBe(201);
});

test('members at one address import 20 posts an hour together', async () => {
  const imported = async (token: string, posts: number) => {
    const call = importer(token);
    let done = 0;
    for (let post = 0; post < posts; post += 1) if ((await call(`m${post}`)).statusCode === 201) done += 1;
    return done;
  };
  const all = [await imported(await side.tokenOf(), 10), await imported(await side.tokenOf(), 10)];
  expect([...all, await imported(await side.tokenOf(), 2)]).toEqual([10, 10, 0]);
});

test('members at one address import 20 files an hour together, not counting dry runs', async () => {
  const tokens = [await side.tokenOf(), await side.tokenOf()];
  // A body of this type is refused, but only after it was counted.
  const headers = { 'content-type': 'text/plain' };
  const send = (index: number, query = '') =>
    callerOf(side.app, tokens[index % 2] ?? '')('POST', `/api/import${query}`, 'a file', headers);
  const answers = [];
  for (let index = 0; index < 22; index += 1) answers.push(await send(index));
  expect(statuses(answers)).toEqual([...Array(20).fill(415), 429, 429]);
  const refused = await send(0, '?dry_run=true');
  expect([refused.statusCode, refused.json().error.message]).toEqual([415, expect.stringMatching(/^The file itself/)]);
});

describe('a file', () => {
  /** The files that the service has begun to write, in a test that sends them over connections. */
  let written: FileHandle[];
  beforeEach(async () => {
    written = [];
    const handle = await open(import.meta.filename);
    const files: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const { appendFile } = files;
    vi.spyOn(files, 'appendFile').mockImplementation(function (this: FileHandle, ...parameters) {
      if (!written.includes(this)) written.push(this);
      return appendFile.apply(this, parameters);
    });
    await side.app.listen({ host: '127.0.0.1', port: 0 });
    return () => vi.restoreAllMocks();
  });

  /** Begins to send a file for a dry run; the rest follows with `end`. */
  function beginSending(token: string) {
    const { port } = side.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const sending = request({ port, path: '/api/import?dry_run=true&name=a.txt', method: 'POST', headers });
    sending.write('2025-03-02 Fog');
    return sending;
  }

  test('is refused while two of its account or four of all are arriving, and while two others are being read', async () => {
    const [first, second, third] = [await side.tokenOf(), await side.tokenOf(), await side.tokenOf()];
    const answerTo = async (sending: ClientRequest) => (await once(sending.end(), 'response'))[0];
    const sending = [beginSending(first), beginSending(first)];
    await vi.waitUntil(() => written.length === 2, 60_000);
    expect((await answerTo(beginSending(first))).statusCode).toBe(429);
    sending.push(beginSending(second), beginSending(second));
    await vi.waitUntil(() => written.length === 4, 60_000);
    expect((await answerTo(beginSending(third))).statusCode).toBe(429);
    expect(statuses(await Promise.all(sending.map(answerTo))).sort()).toEqual([200, 200, 429, 429]);
    expect((await answerTo(beginSending(third))).statusCode).toBe(200);
  });

  test('is closed, which deletes it, when its sender disconnects before the answer', async () => {
    const sending = beginSending(await side.tokenOf());
    sending.on('error', () => {}).end();
    await vi.waitUntil(() => written.length === 1, 60_000);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(written[0]?.fd).toBeGreaterThan(0);
    sending.destroy();
    await vi.waitUntil(() => written[0]?.fd === -1, { timeout: 60_000 });
  });
});

test('in a burst at most four requests to the site run at once, one for each account, and the rest gets 429 with Retry-After', async () => {
  Object.assign(side.deps, { reddit: createRedditSite(reddit.base, { timeoutMs: 120_000 }) });
  const held: (() => void)[] = [];
  const tokens = await Promise.all(Array.from({ length: 50 }, () => side.tokenOf()));
  for (let index = 0; index < 200; index += 1) {
    reddit.put(`b${index}`, (response, request) => {
      held.push(() => json(listing({ ...cello, id: `b${index}` }))(response, request));
    });
  }
  const answers = Array.from({ length: 200 }, (_, index) =>
    untilAvailable(() => importer(tokens[index % 50] ?? '')(`b${index}`)),
  );
  let open = 200;
  for (const answer of answers) void answer.then(() => (open -= 1));
  await vi.waitFor(() => expect(held.length).toBe(4), { timeout: 60_000 });
  await vi.waitFor(() => expect(open).toBeLessThanOrEqual(16), { timeout: 60_000 });
  while (open > 0) {
    for (const release of held.splice(0)) release();
    await turn();
  }
  const all = await Promise.all(answers);
  expect(reddit.mostAtOnce()).toBe(4);
  expect(new Set(statuses(all))).toEqual(new Set([201, 429]));
  for (const { statusCode, headers } of all) if (statusCode === 429) expect(headers['retry-after']).toBe('5');
  expect(statuses(all).filter((status) => status === 201).length).toBeGreaterThanOrEqual(4);
});

test('an import is refused with IMPORT_TURNED_OFF where importing is turned off', async () => {
  const off = await startCommandSide();
  const call = callerOf(off.app, await off.tokenOf());
  const answer = await call('POST', '/api/reddit', { url: reddit.addressOf('1a') });
  expect([answer.statusCode, answer.json().error]).toMatchObject([
    403,
    { code: 'IMPORT_TURNED_OFF', message: 'Import from Reddit is turned off' },
  ]);
  await off.close();
});
