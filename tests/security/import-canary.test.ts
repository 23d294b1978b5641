import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { cello, html, json, listing, type RedditServer, startReddit } from '../support/reddit-server.ts';
import { expectNoneIn, storedIn } from '../support/stored.ts';

const canaries = {
  subreddit: 'canary_sub_51c7',
  post: 'canary51c7a',
  slug: 'canary_slug_51c7',
  title: 'canary-title-51c7',
  text: 'canary-text-51c7',
  key: 'canary-key-51c7',
};

let reddit: RedditServer;
let side: CommandSide;
let call: Caller;

beforeAll(async () => {
  reddit = await startReddit();
  side = await startCommandSide({ redditBaseUrl: reddit.base });
  call = callerOf(side.app, await side.tokenOf());
});
afterAll(async () => {
  await side.close();
  await reddit.close();
});

test('imported content appears in plain text in no stream name, event, idempotency key, stored answer, log line or metric', async () => {
  const { subreddit, post, slug, title, text, key } = canaries;
  const url = `https://www.reddit.com/r/${subreddit}/comments/${post}/${slug}/`;
  const good = json(listing({ ...cello, id: post, title, selftext: text }));
  const seen: number[] = [];
  for (const answer of [html(403), html(500), html(200), json('{', 200), json('', 404), good, good]) {
    reddit.put(post, answer);
    seen.push((await call('POST', '/api/reddit', { url })).statusCode);
  }
  expect(seen).toEqual([502, 502, 502, 502, 404, 201, 200]);
  reddit.put(`${post}2`, good);
  await call('POST', '/api/reddit', { url: url.replace(post, `${post}2`) }, { 'idempotency-key': key });
  await call('POST', '/api/reddit', { url: `${url}/${slug}` });
  await call('POST', '/api/reddit', { url, [slug]: slug });
  await call('POST', '/api/reddit', `{"url":"${url}`);

  const stored = await storedIn(side.vault, 'log', 'vault');
  expect(stored).toContain('AnecdoteImported');
  expect(stored).toMatch(/"reddit-[0-9a-f]{8}-[0-9a-f-]{27}"/);
  expectNoneIn([stored, side.logged(), await side.registry.metrics()].join('\n'), canaries);
});
