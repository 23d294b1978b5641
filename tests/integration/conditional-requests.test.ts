import { streams } from '@anecdotes/contracts';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { edited } from '../support/projection.ts';
import { type Person, type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;
let ann: Person;

beforeAll(async () => {
  side = await startQuerySide();
  side.startProjector();
  ann = await side.newPerson();
  for (let count = 0; count < 3; count += 1) await side.write(ann);
});

afterAll(() => side.close());

describe('an answer that the caller already has', () => {
  const conditional = [
    ...['', '/cursor', '/months', '/map', '/search?query=river', '/search/autocomplete?q=riv'].map(
      (path) => `/api/anecdotes${path}`,
    ),
    ...['/api/connections', '/api/tags', '/api/tags/stats', '/api/tags/anecdotes?tag=morning'],
    ...['/api/history', '/api/history/anecdotes'],
  ];
  const ofAnecdote = ['', '/timeline', '/connections', '/reactions', '/history'];

  test('is not sent again until something changes in the account', async () => {
    const [cat, dan] = [await side.newPerson(), await side.newPerson()];
    const id = await side.write(cat);
    await side.write(dan);
    const paths = [...conditional, ...ofAnecdote.map((path) => `/api/anecdotes/${id}${path}`)];
    const tags = new Map<string, string>();
    for (const path of paths) {
      const { status, headers } = await side.get(cat, path);
      expect([path, status, headers.etag]).toEqual([path, 200, expect.stringMatching(/^(?:W\/)?"[\w-]+"$/)]);
      tags.set(path, String(headers.etag));
    }
    const statuses = async (person = cat) => {
      const answers = [];
      for (const [path, tag] of tags) {
        const { statusCode, headers, body } = await side.ask(person, path, { 'if-none-match': `"other", ${tag}` });
        if (statusCode === 304) expect([headers.etag, body]).toEqual([tag, '']);
        answers.push([path, statusCode]);
      }
      return answers;
    };
    const all = (status: number) => paths.map((path) => [path, status]);
    await side.write(dan);
    expect(await statuses()).toEqual(all(304));
    // Another person never gets 304 for these ETags: the anecdote is missing, or the full answer is sent.
    for (const [path, status] of await statuses(dan)) expect([path, status]).not.toContain(304);
    await side.record(streams.anecdote(id), cat.account, edited(cat.account, { description: 'By the river, again' }));
    expect(await statuses()).toEqual(all(200));
  });

  test('is read from the database once for all callers until something changes, in each encoding', async () => {
    const person = await side.newPerson();
    const id = await side.write(person, { description: 'The heron stood still. '.repeat(100) });
    const read = async (coding: string) => {
      const { statusCode, headers, rawPayload } = await side.ask(person, '/api/anecdotes', {
        'accept-encoding': coding,
      });
      const { etag, vary, 'content-encoding': sent, 'content-type': type } = headers;
      return { statusCode, etag, vary, sent, type, content: rawPayload.toString('base64') };
    };
    const codings = ['gzip', 'br', 'identity'];
    const first = await Promise.all(codings.map(read));
    expect(first.map(({ sent }) => sent)).toEqual(['gzip', 'br', undefined]);
    await side.pool.query(`update views.anecdote set description = 'A row that was not read' where id = $1`, [id]);
    expect(await Promise.all(codings.map(read))).toEqual(first);
    await side.record(streams.anecdote(id), person.account, edited(person.account, { description: 'It flew away' }));
    for (const coding of codings)
      expect(first.map(({ content }) => content)).not.toContain((await read(coding)).content);
    expect((await side.get(person, '/api/anecdotes')).body.data[0].description).toBe('It flew away');
  });

  test('is not sent for If-None-Match: *, but a refusal is', async () => {
    const any = { 'if-none-match': ' *' };
    const ask = async (path: string, headers = {}) => (await side.ask(ann, path, headers)).statusCode;
    const id = await side.write(ann, { description: 'The heron stood still. '.repeat(100) });
    const ofOne = ['', '/timeline', '/history'].map((path) => `/api/anecdotes/${id}${path}`);
    for (const path of ['/api/anecdotes?page_size=3', '/api/tags?limit=3', ...ofOne]) {
      expect([path, await ask(path, any), await ask(path), await ask(path, any)]).toEqual([path, 304, 200, 304]);
      const { headers, body } = await side.ask(ann, path, any);
      expect([headers['content-type'], body]).toEqual([undefined, '']);
      const head = { authorization: `Bearer ${ann.token}`, ...any };
      expect((await side.app.inject({ method: 'HEAD', url: path, headers: head })).statusCode).toBe(304);
    }
    expect(await ask('/api/anecdotes?page=0', any)).toBe(400);
    for (const path of ['', '/timeline']) {
      const missing = `/api/anecdotes/0197c000-0000-7000-8000-00000000000a${path}`;
      expect([path, await ask(missing, any)]).toEqual([path, 404]);
    }
  });

  test('is not mistaken for the answer to other parameters', async () => {
    const { headers } = await side.get(ann, '/api/anecdotes?page_size=1');
    const other = await side.get(ann, '/api/anecdotes?page_size=2', { 'if-none-match': String(headers.etag) });
    expect(other.status).toBe(200);
  });

  test('is sent again after a rebuild of the views', async () => {
    const tag = async () => String((await side.get(ann, '/api/anecdotes')).headers.etag);
    const first = await tag();
    await rebuild(side.projection, AbortSignal.timeout(20_000));
    await vi.waitFor(async () => expect(await tag()).not.toBe(first), 60_000);
  });

  test('is sent again when it is unknown what has changed, because a notification was lost', async () => {
    const tag = String((await side.get(ann, '/api/tags')).headers.etag);
    const ask = async () => (await side.ask(ann, '/api/tags', { 'if-none-match': tag })).statusCode;
    expect(await ask()).toBe(304);
    const position = side.positions.current();
    side.positions.advanceTo({ position: position + 2n, after: position + 1n, owners: [] });
    expect(await ask()).toBe(200);
  });

  test('has no ETag when it depends on the time of day or is a refusal', async () => {
    for (const path of [
      '/api/statistics',
      '/api/anecdotes/memories',
      '/api/anecdotes/trash',
      '/api/anecdotes?page=0',
    ]) {
      expect([path, (await side.get(ann, path)).headers.etag]).toEqual([path, undefined]);
    }
  });
});
