import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createRedditSite } from '@anecdotes/command-service/import/reddit-site';
import { Problem, type ProblemCode } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cello, html, json, listing, type RedditServer, startReddit } from '../support/reddit-server.ts';

/** Connection time-out that any answer meets. */
const TIMEOUT_MS = 5_000;
/** Connection time-out for a site that never finishes its answer. */
const SHORT_TIMEOUT_MS = 300;

let reddit: RedditServer;
beforeAll(async () => {
  reddit = await startReddit();
});
afterAll(() => reddit.close());

const ask = (post: string, base = reddit.base, timeoutMs = TIMEOUT_MS) =>
  createRedditSite(base, { timeoutMs }).post({ subreddit: 'tram', post, slug: 'x' });

/** The code of the problem with which `asking` fails. */
async function problemOf(asking: Promise<unknown>): Promise<ProblemCode | undefined> {
  const error = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error.code;
  throw error ?? new Error('The post was read without a problem');
}

test('a post is requested at an address that the product builds, without any data of the person who asks', async () => {
  expect(await ask('1abc')).toEqual({
    title: cello.title,
    text: 'She asked if anybody minded.\n\nNobody did & she played.',
    postedAt: new Date('2024-03-02T17:30:00Z'),
  });
  const { url, headers } = reddit.asked.at(-1) ?? { url: '', headers: {} };
  expect(url).toBe('/r/tram/comments/1abc.json?limit=1&depth=1');
  const sent = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
  expect(Object.keys(headers).toSorted()).toEqual(sent);
});

describe('reading a post fails with a problem if the site', () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '));
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  test.each<[string, Parameters<RedditServer['put']>[1], ProblemCode]>([
    ['says 401', html(401), 'REDDIT_REFUSED'],
    ['says 403 with a page', html(403), 'REDDIT_REFUSED'],
    ['says 403 as JSON', json('{"reason":"private"}', 403), 'REDDIT_REFUSED'],
    ['says 429', json('{}', 429, { 'retry-after': '600' }), 'REDDIT_REFUSED'],
    ['says 404', json('{"error":404}', 404), 'POST_NOT_FOUND'],
    ['says 500', html(500), 'REDDIT_UNAVAILABLE'],
    ['says 503', html(503), 'REDDIT_UNAVAILABLE'],
    ['says 200 with a page', html(200), 'REDDIT_UNREADABLE'],
    ['says 201', json(listing(cello), 201), 'REDDIT_UNREADABLE'],
    ['answers nothing', json(''), 'REDDIT_UNREADABLE'],
    ['answers broken JSON', json(listing(cello).slice(0, -5)), 'REDDIT_UNREADABLE'],
    ['answers null', json('null'), 'REDDIT_UNREADABLE'],
    ['answers another shape', json('{"data":{}}'), 'REDDIT_UNREADABLE'],
    ['answers deeply nested JSON', json(deep), 'REDDIT_UNREADABLE'],
    ['answers another post', json(listing({ ...cello, id: 'other' })), 'REDDIT_UNREADABLE'],
    ['answers no title', json(listing({ selftext: 'x' })), 'REDDIT_UNREADABLE'],
    [
      'answers a title of invisible characters',
      json(listing({ ...cello, title: ' \u0000\u200b ' })),
      'REDDIT_UNREADABLE',
    ],
    ['answers a number in place of a text', json(listing({ ...cello, selftext: 7 })), 'REDDIT_UNREADABLE'],
    ['answers an empty listing', json('[{"data":{"children":[]}}]'), 'POST_NOT_FOUND'],
    ['answers a post that its author deleted', json(listing({ ...cello, selftext: '[deleted]' })), 'POST_DELETED'],
    ['answers a removed text', json(listing({ ...cello, selftext: '[removed]' })), 'POST_DELETED'],
    ['answers a removed link', json(listing({ ...cello, removed_by_category: 'moderator' })), 'POST_DELETED'],
    ['answers compressed', json('', 200, { 'content-encoding': 'gzip' }), 'REDDIT_UNREADABLE'],
    [
      'sends a decompression bomb',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      'REDDIT_UNREADABLE',
    ],
    [
      'announces an answer that is too long',
      json(listing({ ...cello, selftext: 'x'.repeat(1024 * 1024) })),
      'REDDIT_UNREADABLE',
    ],
    ['hangs up', (response) => response.destroy(), 'REDDIT_UNAVAILABLE'],
    [
      'sends headers without end',
      (response) => response.setHeader('x', 'y'.repeat(32_000)).end(),
      'REDDIT_UNAVAILABLE',
    ],
  ])('%s', async (_, answer, code) => {
    reddit.put('bad', answer);
    expect(await problemOf(ask('bad'))).toBe(code);
  });

  test('never answers, after the time-out', async () => {
    reddit.put('bad', () => {});
    expect(await problemOf(ask('bad', reddit.base, SHORT_TIMEOUT_MS))).toBe('REDDIT_UNAVAILABLE');
  });

  test('hangs up in the middle of an answer', async () => {
    reddit.put('bad', (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
      response.write('[{"data":', () => response.destroy());
    });
    expect(await problemOf(ask('bad'))).toBe('REDDIT_UNAVAILABLE');
  });

  test('sends its answer byte by byte, after the time-out for the whole answer', async () => {
    reddit.put('bad', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const dripping = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(dripping));
    });
    const begun = performance.now();
    expect(await problemOf(ask('bad', reddit.base, SHORT_TIMEOUT_MS))).toBe('REDDIT_UNAVAILABLE');
    expect(performance.now() - begun).toBeLessThan(SHORT_TIMEOUT_MS + 1_000);
  });

  test('sends an endless answer, which is cut off at 1 MiB', async () => {
    let sent = 0;
    reddit.put('bad', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' '))) sent += 65_536;
      };
      response.on('drain', flood).on('error', () => {});
      flood();
    });
    expect(await problemOf(ask('bad'))).toBe('REDDIT_UNREADABLE');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test.each([301, 302, 303, 307, 308])('redirects with %i, and the redirect is not followed', async (status) => {
    const trap = await startReddit();
    for (const location of [`${trap.base}/r/tram/comments/1abc.json`, 'http://169.254.169.254/', '/elsewhere']) {
      reddit.put('bad', json('', status, { location }));
      const before = reddit.asked.length;
      expect(await problemOf(ask('bad'))).toBe('REDDIT_UNREADABLE');
      expect(reddit.asked).toHaveLength(before + 1);
    }
    expect(trap.asked).toEqual([]);
    await trap.close();
  });

  test('does not exist', async () => {
    const gone = await startReddit();
    await gone.close();
    expect(await problemOf(ask('1abc', gone.base))).toBe('REDDIT_UNAVAILABLE');
  });
});

describe('the site', () => {
  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.7', '::1', '::ffff:127.0.0.1'])(
    'is not contacted when its name resolves to %s',
    async (address) => {
      let connections = 0;
      const listener = createServer((socket) => {
        connections += 1;
        socket.destroy();
      }).listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const { port } = listener.address() as AddressInfo;
      const names: string[] = [];
      const site = createRedditSite(`https://www.reddit.com:${port}`, {
        timeoutMs: TIMEOUT_MS,
        resolve: (name, _, done) => {
          names.push(name);
          done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
        },
      });
      expect(await problemOf(site.post({ subreddit: 'tram', post: '1abc', slug: 'x' }))).toBe('REDDIT_UNAVAILABLE');
      expect([names, connections]).toEqual([['www.reddit.com'], 0]);
      listener.close();
    },
  );

  test('is contacted over TLS only, and only with a valid certificate', async () => {
    expect(await problemOf(ask('1abc', reddit.base.replace('http:', 'https:')))).toBe('REDDIT_UNAVAILABLE');
  });
});
