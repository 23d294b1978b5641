import { importPost } from '@anecdotes/command-service/import/import-post';
import { type AccountId, type AnecdoteId, type CommandId, limits, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { html, type RedditServer, startReddit } from '../support/reddit-server.ts';
import { PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

let reddit: RedditServer;
let side: BothSides;
let visitor: Visitor;
let token: string;

beforeAll(async () => {
  reddit = await startReddit();
  side = await startBothSides({ redditBaseUrl: reddit.base });
  visitor = visitorOf(side);
});
afterAll(async () => {
  await side.close();
  await reddit.close();
});
beforeEach(async () => {
  ({ token } = await visitor.newMember(openMailbox(side)));
});
afterEach(() => reddit.asked.splice(0));

let posts = 0;
/** The id of a post that was not imported yet. */
const newPost = () => {
  posts += 1;
  return `p${posts}`;
};
const requestImport = (post: string, extra: Record<string, string> = {}, body: object = {}, who = token) =>
  side.call(who, 'POST', '/api/reddit', { url: reddit.addressOf(post), ...body }, extra);
const anecdotes = async (who = token) =>
  (await side.call(who, 'GET', '/api/anecdotes')).json().data as { id: string }[];
const anecdote = async (id: string) => (await side.call(token, 'GET', `/api/anecdotes/${id}`)).json().data;
const eventsOf = (id: string) => side.log.readStream(streams.anecdote(id as AnecdoteId));

describe('an imported post', () => {
  test('is an anecdote with title, text, source and tag, at the time it was posted', async () => {
    const answer = await requestImport('1abc', {}, { time_zone: 'Europe/Zurich' });
    const body = answer.json();
    expect([answer.statusCode, body.success, body.message]).toEqual([201, true, 'Post imported successfully']);
    expect(answer.headers).toMatchObject({ location: `/api/anecdotes/${body.anecdoteId}`, etag: '"1"' });
    const seen = await anecdote(body.anecdoteId);
    expect(seen).toEqual(body.data);
    expect(seen).toMatchObject({
      description:
        'A cello on the tram\n\nShe asked if anybody minded.\n\nNobody did & she played.\n\n' +
        'https://www.reddit.com/r/tram/comments/1abc/a_cello_on_the_tram/',
      tags: ['reddit'],
      timestamp: '2024-03-02T17:30:00.000Z',
      time_zone: 'Europe/Zurich',
    });
  });

  test('records in its events that it came through an import', async () => {
    const { anecdoteId } = (await requestImport(newPost())).json();
    const [created, imported] = await eventsOf(anecdoteId);
    expect([created?.type, imported?.type]).toEqual(['AnecdoteCreated', 'AnecdoteImported']);
    for (const event of [created, imported]) {
      expect(event?.metadata).toMatchObject({
        actor: { kind: 'import' },
        origin: { channel: 'import', source: 'reddit' },
        operation: { id: created?.metadata.command_id, kind: 'import' },
      });
    }
    expect(JSON.stringify(imported?.data)).not.toContain('reddit.com');
  });

  test('can be edited and deleted like any other anecdote', async () => {
    const { anecdoteId } = (await requestImport(newPost())).json();
    const path = `/api/anecdotes/${anecdoteId}`;
    expect((await side.call(token, 'PUT', path, { description: 'Mine' }, { 'if-match': '"1"' })).statusCode).toBe(200);
    expect((await anecdote(anecdoteId)).description).toBe('Mine');
    expect((await side.call(token, 'DELETE', path)).statusCode).toBe(200);
  });

  test('can be imported with a key that may write, and not with one that may only read', async () => {
    const key = async (scopes: string[]) =>
      (await side.call(token, 'POST', '/api/api-keys', { name: 'Import', scopes })).json().data;
    const [writing, reading] = [await key(['read', 'write']), await key(['read'])];
    const answer = await requestImport(newPost(), {}, {}, writing.key);
    expect(answer.statusCode).toBe(201);
    const [created] = await eventsOf(answer.json().anecdoteId);
    expect(created?.metadata.origin).toEqual({ channel: 'import', source: 'reddit', key_id: writing.id });
    expect((await requestImport(newPost(), {}, {}, reading.key)).statusCode).toBe(403);
  });
});

describe('a second import of the same post', () => {
  test('returns the existing anecdote, whichever way the address is written', async () => {
    const post = newPost();
    const { anecdoteId } = (await requestImport(post)).json();
    const urls = [
      reddit.addressOf(post),
      `https://old.reddit.com/r/TRAM/comments/${post.toUpperCase()}/other_words?x=1`,
    ];
    for (const url of urls) {
      const answer = await side.call(token, 'POST', '/api/reddit', { url });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        success: false,
        data: null,
        message: 'This post was already imported',
        error: { code: 'ALREADY_IMPORTED', message: 'This post was already imported' },
        anecdoteId,
      });
    }
    expect(reddit.asked).toHaveLength(1);
    expect(await anecdotes()).toHaveLength(1);
  });

  test('creates an anecdote for another account', async () => {
    const post = newPost();
    const other = await visitor.newMember(openMailbox(side));
    const [mine, theirs] = [
      (await requestImport(post)).json(),
      (await requestImport(post, {}, {}, other.token)).json(),
    ];
    expect([mine.success, theirs.success]).toEqual([true, true]);
    expect(theirs.anecdoteId).not.toBe(mine.anecdoteId);
  });

  test('creates a new anecdote when the first one was deleted', async () => {
    const post = newPost();
    const first = (await requestImport(post)).json();
    await side.call(token, 'DELETE', `/api/anecdotes/${first.anecdoteId}`);
    const second = (await requestImport(post)).json();
    expect([second.success, second.anecdoteId === first.anecdoteId]).toEqual([true, false]);
    expect((await requestImport(post)).json()).toMatchObject({ success: false, anecdoteId: second.anecdoteId });
  });

  test('at the same time creates only one anecdote', async () => {
    const post = newPost();
    const answers = await Promise.all([requestImport(post), requestImport(post), requestImport(post)]);
    const bodies = answers.map((answer) => answer.json());
    expect(bodies.map(({ success }) => success).toSorted()).toEqual([false, false, true]);
    expect(new Set(bodies.map(({ anecdoteId }) => anecdoteId)).size).toBe(1);
    expect(await anecdotes()).toHaveLength(1);
  });

  test('through ten processes at once creates one anecdote, reported as new by one of them', async () => {
    const principal = await side.deps.authenticate(`Bearer ${token}`);
    const account: AccountId = principal.account;
    const { promise: together, resolve: go } = Promise.withResolvers<void>();
    let ready = 0;
    const imports = Array.from({ length: 10 }, () => {
      const commandId = newId() as CommandId;
      const metadata = {
        ...{ commandId, correlationId: commandId, at: new Date(), repeated: false },
        ...({ actor: { account_id: account, kind: 'person' }, origin: { channel: 'web' } } as const),
      };
      return importPost(side.deps, metadata, {
        mark: side.deps.postIndex(`${account} together`),
        sourceAddress: reddit.addressOf('together'),
        async fetchAnecdote() {
          ready += 1;
          if (ready === 10) go();
          await together;
          return { description: 'Together' };
        },
      });
    });
    const outcomes = await Promise.all(imports);
    expect(outcomes.filter(({ status }) => status === 'imported')).toHaveLength(1);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
    expect(await anecdotes()).toHaveLength(1);
  });
});

describe('a pasted post', () => {
  const pasted = { title: ' A violin ', text: 'On the ferry.\n', posted_at: '2024-05-06T09:00:00+02:00' };
  const paste = (post: string, given: object = pasted) => requestImport(post, {}, { post: given });

  test('is imported without a request to the site, at the time when it was posted', async () => {
    const post = newPost();
    const answer = await paste(post);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await anecdote(answer.json().anecdoteId)).toMatchObject({
      description: `A violin\n\nOn the ferry.\n\n${reddit.addressOf(post)}`,
      tags: ['reddit'],
      timestamp: '2024-05-06T07:00:00.000Z',
    });
    expect((await eventsOf(answer.json().anecdoteId)).map(({ type }) => type)).toEqual([
      'AnecdoteCreated',
      'AnecdoteImported',
    ]);
    expect(reddit.asked).toEqual([]);
  });

  test('is found when the same post is imported or pasted later, and vice versa', async () => {
    const [first, second] = [newPost(), newPost()];
    const { anecdoteId } = (await paste(first)).json();
    const known = { success: false, message: 'This post was already imported', anecdoteId };
    expect((await requestImport(first)).json()).toMatchObject(known);
    expect((await paste(first, { title: 'Another' })).json()).toMatchObject(known);
    const imported = (await requestImport(second)).json();
    expect((await paste(second)).json()).toMatchObject({ success: false, anecdoteId: imported.anecdoteId });
    expect(await anecdotes()).toHaveLength(2);
  });

  test('gets the time of its import when no time is given', async () => {
    const before = Date.now();
    const { data } = (await paste(newPost(), { title: 'Only a title' })).json();
    expect(Date.parse(data.timestamp)).toBeGreaterThanOrEqual(before);
  });

  test.each([
    ['no title', { text: 'x' }, 'post.title'],
    ['a blank title', { title: ' ' }, 'post.title'],
    ['a title that is too long', { title: 'x'.repeat(limits.postTitle + 1) }, 'post.title'],
    ['control characters', { title: 'x', text: 'a\u0000' }, 'post.text'],
    ['a text that is too long with its source', { title: 'x', text: 'x'.repeat(limits.description) }, 'post.text'],
    ['a day for a time', { title: 'x', posted_at: '2024-05-06' }, 'post.posted_at'],
  ])('with %s is refused, and the field is named', async (_, given, field) => {
    const answer = await paste(newPost(), given);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.json().error.fields).toHaveProperty([field]);
    expect(await anecdotes()).toEqual([]);
  });

  test('can be imported when imports from the site are turned off', async () => {
    const { reddit: site } = side.deps;
    Object.assign(side.deps, { reddit: null });
    const [imported, kept] = [await requestImport(newPost()), await paste(newPost())];
    Object.assign(side.deps, { reddit: site });
    expect([imported.json().error.code, kept.statusCode]).toEqual(['IMPORT_TURNED_OFF', 201]);
  });
});

describe('a repeated import call', () => {
  const key = () => ({ 'idempotency-key': newId() });

  test('with the same key gets the first answer', async () => {
    const [post, once] = [newPost(), key()];
    const [first, again] = [await requestImport(post, once), await requestImport(post, once)];
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    expect(reddit.asked).toHaveLength(1);
    expect((await requestImport(newPost(), once)).json().error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('continues where the first one was interrupted', async () => {
    const [post, once] = [newPost(), key()];
    const append = side.log.append;
    // The reservation is stored, the anecdote is not.
    Object.assign(side.log, {
      append: (entry: Parameters<typeof append>[0]) =>
        entry.stream.startsWith('anecdote-') ? Promise.reject(new Error('cut off')) : append(entry),
    });
    const broken = await requestImport(post, once);
    Object.assign(side.log, { append });
    expect([broken.statusCode, await anecdotes()]).toEqual([503, []]);
    const answer = await requestImport(post, once);
    expect([answer.statusCode, answer.json().success]).toEqual([201, true]);
    expect(await anecdotes()).toHaveLength(1);
    expect((await requestImport(post)).json()).toMatchObject({ success: false, anecdoteId: answer.json().anecdoteId });
  });

  test('fetches the post again after the site refused the first request', async () => {
    const [post, once] = [newPost(), key()];
    reddit.put(post, html(403));
    const refused = await requestImport(post, once);
    expect([refused.statusCode, refused.json().error.code]).toEqual([502, 'REDDIT_REFUSED']);
    expect(refused.json().detail).toContain('paste its title and text yourself');
    expect(await anecdotes()).toEqual([]);
    reddit.put(post, (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(''));
    expect((await requestImport(post, once)).json().error.code).toBe('REDDIT_UNREADABLE');
  });
});

test('a post is refused as one without a session if the account is erased while it is fetched', async () => {
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  const metadata = {
    ...{ commandId: newId() as CommandId, at: new Date(), correlationId: 'r', repeated: false },
    actor: { account_id: account, kind: 'import' as const },
    origin: { channel: 'import' as const, source: 'reddit' as const },
  };
  const fetchAnecdote = async () => {
    await side.call(token, 'DELETE', '/api/auth/me', { password: PASSWORD });
    return { description: 'A post' };
  };
  const post = { mark: 'ab'.repeat(32), sourceAddress: reddit.addressOf('late'), fetchAnecdote };
  await expect(importPost(side.deps, metadata, post)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test.each([
  ['', 'Please enter a Reddit URL'],
  ['cello', 'Please enter a valid Reddit URL (e.g., https://www.reddit.com/r/subreddit/comments/postid/title/)'],
])('the address %j is refused with the message of the web app, without a request to the site', async (url, message) => {
  const answer = await side.call(token, 'POST', '/api/reddit', { url });
  expect([answer.statusCode, answer.json().error]).toMatchObject([400, { message, fields: { url: message } }]);
  expect(reddit.asked).toEqual([]);
});

test('an import call with a body that is too large or has an unknown field is refused', async () => {
  expect((await requestImport(newPost(), {}, { time_zone: 'x'.repeat(limits.bodyBytes) })).statusCode).toBe(413);
  expect((await requestImport(newPost(), {}, { host: 'evil.example' })).statusCode).toBe(400);
});

test('the guest can import too', async () => {
  const guest = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token;
  expect((await requestImport(newPost(), {}, {}, guest)).statusCode).toBe(201);
});
