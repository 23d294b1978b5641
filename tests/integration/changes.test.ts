import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { emptyGuestJournalWhenDue } from '@anecdotes/command-service/guest-journal/reset';
import { type AnecdoteView, type Change, type ChangePage, streams } from '@anecdotes/contracts';
import { createTokenRenewal } from '@anecdotes/contracts/server/auth/sessions';
import { createHttpServer, type HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { followPositions } from '@anecdotes/projection-service/positions';
import type { Projector } from '@anecdotes/projection-service/projection/projector';
import { rebuild } from '@anecdotes/projection-service/projection/rebuild';
import { retryQuarantine } from '@anecdotes/projection-service/projection/retry-quarantine';
import { projectors } from '@anecdotes/projection-service/read-models';
import { projectionService } from '@anecdotes/projection-service/service';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { useMembers } from '../support/members.ts';
import { expectLikeTheLog } from '../support/projection.ts';
import { publicConfiguration } from '../support/public-configuration.ts';
import { startQuerySide } from '../support/query-side.ts';
import { replaceableLogs } from '../support/replaceable-log.ts';
import type { Visitor } from '../support/visitor.ts';

/** The number of changes that the crashing programs follow. */
const CHANGES = Number(process.env.FEED_CHANGES ?? 60);
const PROGRAMS = 8;

let side: BothSides;
let visitor: Visitor;
let token: string;
const newMember = useMembers((given) => {
  ({ side, visitor, token } = given);
});
beforeEach(async () => {
  if (!side.app.server.listening) await side.app.listen({ port: 0, host: '127.0.0.1' });
});

const call = async (method: string, path: string, body?: unknown, as = token) =>
  (await side.call(as, method, `/api${path}`, body)).json();
const write = async (fields: object = {}, as = token) =>
  (await call('POST', '/anecdotes', { description: 'An anecdote', ...fields }, as)).data as AnecdoteView;
const feed = async (query = '', as = token) => (await call('GET', `/changes?${query}`, undefined, as)) as ChangePage;
const summaryOf = ({ data }: ChangePage) => data.map(({ type, anecdote }) => [type, anecdote?.status]);

/** Another process of the read side, on the same database and the same log. */
async function startReader(connections = 3) {
  const url = side.projection.pool.options.connectionString as string;
  const readers = createPool(url, { name: 'reader', max: connections, onError() {} });
  const positions = await followPositions(url, side.projection.pool, () => {});
  const app: HttpServer = createHttpServer({ logger: false });
  await app.register(
    projectionService({
      ...side.deps,
      source: side.log,
      databaseUrl: url,
      readers,
      positions,
      cursorSecret: side.masterKey,
      configuration: publicConfiguration,
      renewToken: createTokenRenewal(side.vault, side.deps.signer),
      showsEmailStatistics: false,
      testUsers: [],
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await positions.stop();
    await readers.end();
  });
  return { port: portOf(app), readers };
}

const portOf = (app: HttpServer) => (app.server.address() as AddressInfo).port;

async function ask(port: number, query: string, signal?: AbortSignal): Promise<ChangePage> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/changes?${query}`, { headers, signal: signal ?? null });
  if (answer.status === 200) return (await answer.json()) as ChangePage;
  throw new Error(`the feed answered ${answer.status} ${await answer.text()}`);
}

describe('the change feed', () => {
  test('returns each change of a journal once, oldest first, with the content of the anecdote at that time', async () => {
    const parent = await write({ description: 'The tram driver waited' });
    const { id } = await write({ description: 'He carried a cello', tags: ['tram'] });
    await call('PUT', `/anecdotes/${id}`, { location: 'Tram 11' });
    await call('PUT', `/anecdotes/${id}/parent`, { parent: parent.id });
    await call('POST', `/anecdotes/${id}/react`);
    await call('DELETE', `/anecdotes/${id}`);
    await call('POST', `/anecdotes/${id}/restore`);
    const all = await feed();
    expect(summaryOf(all)).toEqual([
      ['AnecdoteCreated', 'live'],
      ['AnecdoteCreated', 'live'],
      ['AnecdoteEdited', 'live'],
      ['AnecdoteLinked', 'live'],
      ['AnecdoteDeleted', 'deleted'],
      ['AnecdoteRestored', 'live'],
    ]);
    expect(all.data[2]).toMatchObject({
      through: { channel: 'web', key: null },
      operation: null,
      anecdote: {
        id,
        revision: 1,
        content: { description: 'He carried a cello', location: 'Tram 11', connected_to: null },
      },
    });
    expect(all.data[3]?.anecdote?.content).toMatchObject({ tags: ['tram'], connected_to: parent.id });
    expect(all.data[4]?.anecdote).toEqual({ id, revision: expect.any(Number), status: 'deleted', content: null });

    const pages: Change[][] = [];
    for (let after = ''; pages.length === 0 || pages.at(-1)?.length === 4; ) {
      const page = await feed(`limit=4&after=${after}`);
      pages.push(page.data);
      expect(page.pagination.hasMore).toBe(pages.length === 1);
      after = page.pagination.nextCursor;
    }
    expect(pages.flat()).toEqual(all.data);
    expect((await feed(`after=${all.pagination.nextCursor}`)).data).toEqual([]);
  });

  test('reports of an erased anecdote only that it was erased', async () => {
    const { id } = await write({ description: 'Canary', tags: ['canary'] });
    const { nextCursor } = (await feed()).pagination;
    await call('PUT', `/anecdotes/${id}`, { location: 'Canary' });
    await call('POST', `/anecdotes/${id}/erase`);
    for (const query of ['', `after=${nextCursor}`]) {
      const page = await feed(query);
      expect(page.data).toMatchObject([{ type: 'AnecdoteErased', anecdote: { id, status: 'erased', content: null } }]);
      expect(JSON.stringify(page)).not.toMatch(/canary/i);
    }
    await expectLikeTheLog(side.projection);
  });

  test('requires the read scope, and refuses a cursor that is altered or comes from another account or list', async () => {
    const reader = (await call('POST', '/api-keys', { name: 'Reader', scopes: ['read'] })).data;
    const writer = (await call('POST', '/api-keys', { name: 'Writer', scopes: ['write'] })).data;
    await write({ description: 'Dictated' }, writer.key);
    const page = await feed('', reader.key);
    expect(page.data).toMatchObject([{ through: { channel: 'api', key: { id: writer.id, name: 'Writer' } } }]);
    expect(await feed('', writer.key)).toMatchObject({ error: { code: 'FORBIDDEN' } });
    const stranger = (await newMember()).token;
    expect((await feed('', stranger)).data).toEqual([]);
    const { nextCursor } = page.pagination;
    for (const [cursor, as] of [
      [nextCursor, stranger],
      [`${nextCursor}A`, token],
      [(await call('GET', '/history?limit=1')).pagination.nextCursor, token],
    ]) {
      expect(await feed(`after=${cursor}`, as)).toMatchObject({ error: { code: 'INVALID_CURSOR' } });
    }
  });

  test('of the guest reports that the shared journal was emptied, and continues from there', async () => {
    const guest = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token;
    await write({ description: 'Before' }, guest);
    const { nextCursor } = (await feed('', guest)).pagination;
    await emptyGuestJournalWhenDue({ ...side.deps, clock: () => new Date(Date.now() + 25 * 3_600_000) }, 24);
    side.deps.guestJournal.refresh();
    await write({ description: 'After' }, guest);
    for (const query of ['', `after=${nextCursor}`]) {
      expect((await feed(query, guest)).data).toMatchObject([
        { type: 'GuestJournalReset', through: { channel: 'system' }, anecdote: null },
        { type: 'AnecdoteCreated', anecdote: { content: { description: 'After' } } },
      ]);
    }
    await expectLikeTheLog(side.projection);
  });

  test('lets calls wait for the next change without holding a database connection, and answers them all', async () => {
    const { port, readers } = await startReader(2);
    await write();
    const { nextCursor } = (await feed()).pagination;
    const waiting = Array.from({ length: 10 }, () => ask(port, `wait=30&after=${nextCursor}`));
    await vi.waitFor(
      () => expect([readers.totalCount > 0, readers.idleCount]).toEqual([true, readers.totalCount]),
      60_000,
    );
    expect((await ask(port, `after=${nextCursor}`)).data).toEqual([]);
    const { id } = await write({ description: 'At last' });
    for (const page of await Promise.all(waiting)) expect(page.data).toMatchObject([{ anecdote: { id } }]);
  });

  test('ends a wait without a change when its time is over, or when its session ends', async () => {
    const { nextCursor } = (await feed()).pagination;
    expect((await ask(portOf(side.app), `wait=1&after=${nextCursor}`)).data).toEqual([]);
    const ended = expect(ask(portOf(side.app), `wait=30&after=${nextCursor}`)).rejects.toThrow('401');
    await call('POST', '/auth/logout');
    await ended;
  });

  test('accepts 20 waiting calls per account, and frees the slot of one that disconnects', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { port: portOf(side.app), headers };
    const waiting = Array.from({ length: 21 }, () => httpGet({ ...options, path: '/api/changes?wait=30' }));
    for (const request of waiting) request.on('error', () => {});
    const [refused] = await Promise.race(waiting.map((request) => once(request, 'response')));
    expect(refused.statusCode).toBe(429);
    expect(await text(refused)).toContain('Too many calls are open at the same time');
    for (const request of waiting) request.destroy();
    await vi.waitFor(async () => {
      const [answer] = await once(httpGet({ ...options, path: '/api/changes?wait=1' }), 'response');
      expect((answer as IncomingMessage).resume().statusCode).toBe(200);
    }, 20_000);
  });
});

/** A program that follows the feed and stores its cursor. It crashes at random and continues from what it stored. */
async function follow(ports: readonly number[], last: string, changes: string[]): Promise<void> {
  let kept = '';
  for (let done = false; !done; ) {
    const port = ports[Math.floor(Math.random() * ports.length)] as number;
    const dying = new AbortController();
    const dies = Math.random() < 0.4;
    const death = dies ? delay(Math.random() * 30).then(() => dying.abort()) : undefined;
    try {
      let after = kept;
      for (;;) {
        const page = await ask(port, `limit=7&wait=5&after=${after}`, dying.signal);
        changes.push(...page.data.map(({ id }) => id));
        done = page.data.some(({ anecdote }) => anecdote?.content?.description === last);
        if (done) break;
        after = page.pagination.nextCursor;
        // Crashes after it handled the changes and before it stored the cursor: it gets them again.
        if (dies && Math.random() < 0.5) break;
        kept = after;
      }
    } catch (error) {
      if (!dying.signal.aborted) throw error;
    }
    await death;
  }
}

test('programs that crash and resume receive every change in order, across two processes and rebuilds', async () => {
  const ports = [portOf(side.app), (await startReader()).port];
  const received = Array.from({ length: PROGRAMS }, () => [] as string[]);
  const following = received.map((changes) => follow(ports, 'The last', changes));

  const ids = [(await write()).id];
  const writeSome = async (some: number) => {
    for (let count = 0; count < some; count += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] as string;
      const kind = count % 6;
      if (kind < 2) ids.push((await write({ description: `Anecdote ${count}` })).id);
      else if (kind === 2) await call('PUT', `/anecdotes/${id}/parent`, { parent: ids[0] });
      else if (kind === 3) await call('DELETE', `/anecdotes/${id}`);
      else if (kind === 4) await call('POST', `/anecdotes/${id}/restore`);
      else await call('PUT', `/anecdotes/${id}`, { location: `Stop ${count}` });
    }
  };
  for (let round = 0; round < 2; round += 1) {
    const writing = Promise.all([writeSome(CHANGES / 4), writeSome(CHANGES / 4)]);
    await rebuild(side.projection, AbortSignal.timeout(60_000));
    await writing;
  }
  ids.push((await write({ description: 'The last' })).id);
  await Promise.all(following);

  const events = await Promise.all(
    ids.map((id) => side.log.readStream(streams.anecdote(id as never), { from: 0, limit: 1_000 })),
  );
  const expected = events
    .flat()
    .sort((a, b) => Number(a.position - b.position))
    .map(({ id }) => id as string);
  expect(expected.length).toBeGreaterThan(CHANGES / 2);
  for (const changes of received) expect([...new Set(changes)]).toEqual(expected);
  await expectLikeTheLog(side.projection);
});

describe('a cursor of the change feed', () => {
  test.each(Object.entries(replaceableLogs))(
    'is refused as gone when its event was lost because the log in %s was rolled back or replaced',
    async (_name, open) => {
      const log = await open();
      const rollBack = async (events: number) => {
        await log.rollBack(events);
        // The connection finds the server that replaced the old one only at its second attempt.
        await vi.waitFor(() => log.head(), 60_000);
      };
      const other = await startQuerySide({ openLog: async () => log });
      onTestFinished(other.close);
      const ann = await other.newPerson();
      const cursors: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        await other.write(ann);
        await other.caughtUp();
        cursors.push((await other.get(ann, '/api/changes')).body.pagination.nextCursor);
      }
      const codes = () =>
        Promise.all(
          cursors.map(async (cursor) => {
            const { status, body } = await other.get(ann, `/api/changes?after=${cursor}`);
            return status === 200 ? 'known' : [status, body.error.code, body.error.message];
          }),
        );
      const gone = [410, 'LOG_REPLACED', expect.stringContaining('Start again without a cursor')];
      expect(await codes()).toEqual(['known', 'known', 'known']);
      await rollBack(2);
      expect(await codes()).toEqual(['known', 'known', gone]);
      await rollBack(0);
      for (let count = 0; count < 3; count += 1) await other.write(ann);
      expect(await codes()).toEqual([gone, gone, gone]);
    },
  );

  test('does not pass a quarantined event, which is delivered in its place once it is applied', async () => {
    let isBroken = true;
    const [first, ...others] = projectors as readonly Projector[];
    const breakable = {
      ...first,
      handlers: {
        ...first?.handlers,
        AnecdoteCreated: ((event, work) => {
          if (isBroken && event.data.description === 'poison') throw new TypeError('cannot handle');
          first?.handlers.AnecdoteCreated?.(event, work);
        }) satisfies Projector['handlers']['AnecdoteCreated'],
      },
    } as Projector;
    const other = await startQuerySide({ projectors: [breakable, ...others] });
    onTestFinished(other.close);
    const [ann, ben] = [await other.newPerson(), await other.newPerson()];
    const texts = async (person: typeof ann, after = '') => {
      const { body } = await other.get(person, `/api/changes?after=${after}`);
      const shown = (body as ChangePage).data.map(({ anecdote }) => anecdote?.content?.description);
      return { shown, cursor: body.pagination.nextCursor as string };
    };
    for (const description of ['before', 'poison', 'after']) await other.write(ann, { description });
    await other.write(ben, { description: 'of another' });
    await other.caughtUp();
    const { shown, cursor } = await texts(ann);
    expect(shown).toEqual(['before']);
    expect((await texts(ben)).shown).toEqual(['of another']);
    isBroken = false;
    expect(await retryQuarantine(other.projection, AbortSignal.timeout(10_000))).toBe(1);
    expect((await texts(ann, cursor)).shown).toEqual(['poison', 'after']);
  });
});
