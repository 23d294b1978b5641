import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { headers, streams } from '@anecdotes/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { created, newAnecdoteId } from '../support/projection.ts';
import { type QuerySide, startQuerySide } from '../support/query-side.ts';

let side: QuerySide;
type Person = Awaited<ReturnType<QuerySide['newPerson']>>;

beforeEach(async () => {
  side = await startQuerySide();
});

afterEach(() => side.close());

const WAIT_OPTIONS = { timeout: 60_000 };

const write = (person: Person) =>
  side.record(streams.anecdote(newAnecdoteId()), person.account, created(person.account));

const read = (person: Person, position: string) =>
  side.app.inject({
    url: '/api/anecdotes',
    headers: { authorization: `Bearer ${person.token}`, [headers.minPosition]: position },
  });

test('a read for a position waits until the views reach it and then shows it', async () => {
  const ann = await side.newPerson();
  const position = await write(ann);
  const reading = read(ann, String(position));
  side.startProjector();
  const response = await reading;
  expect(response.statusCode).toBe(200);
  expect(response.json().data).toHaveLength(1);
  expect(BigInt(String(response.headers[headers.logPosition]))).toBeGreaterThanOrEqual(position);
});

test('a read whose position is not reached within two seconds is answered 503, never with older data', async () => {
  const ann = await side.newPerson();
  const position = await write(ann);
  const started = performance.now();
  const response = await read(ann, String(position));
  expect(performance.now() - started).toBeGreaterThan(1_900);
  expect([response.statusCode, response.json().error.code]).toEqual([503, 'NOT_YET_VISIBLE']);
  expect(response.headers['retry-after']).toBe('1');
});

test.each(['abc', '-1', '1.5', '0x1', '99999999999999999999'])('the position %s is refused', async (position) => {
  const response = await read(await side.newPerson(), position);
  expect([response.statusCode, response.json().error.code]).toEqual([400, 'MALFORMED_REQUEST']);
});

test('a process is notified through the database of a commit by another process', async () => {
  const ann = await side.newPerson();
  const position = await write(ann);
  await side.caughtUp();
  expect((await read(ann, String(position))).statusCode).toBe(200);
});

test('the position is followed again after the listening connection was lost', async () => {
  const ann = await side.newPerson();
  await side.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'anecdotes listener'`,
  );
  const position = await write(ann);
  await side.caughtUp();
  expect((await read(ann, String(position))).statusCode).toBe(200);
});

/** Opens `GET /api/live` over a socket; `changes` grows as events arrive. */
async function openLive(token: string) {
  const { port } = side.app.server.address() as AddressInfo;
  const request = http.get({ port, path: '/api/live', headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  // Closing the connection from this side causes an error, as expected.
  response.on('error', () => {});
  const ended = new Promise((resolve) => response.once('close', resolve));
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    changes: () =>
      [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map(([, data]) => JSON.parse(data ?? '').position),
    ended,
    close: () => request.destroy(),
  };
}

test('a change is announced to the open tabs of its owner and to nobody else', async () => {
  await side.app.listen({ port: 0, host: '127.0.0.1' });
  side.startProjector();
  const [ann, ben] = [await side.newPerson(), await side.newPerson()];
  const [first, second, other] = [await openLive(ann.token), await openLive(ann.token), await openLive(ben.token)];
  expect([first.status, first.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await vi.waitFor(() => expect(other.changes()).toEqual(['0']), WAIT_OPTIONS);

  const annWrote = String(await write(ann));
  await vi.waitFor(() => expect(first.changes()).toEqual(['0', annWrote]), WAIT_OPTIONS);
  await vi.waitFor(() => expect(second.changes()).toEqual(['0', annWrote]), WAIT_OPTIONS);
  const benWrote = String(await write(ben));
  await vi.waitFor(() => expect(other.changes()).toEqual(['0', benWrote]), WAIT_OPTIONS);
  expect(first.changes()).toEqual(['0', annWrote]);
});

test('open tabs neither delay the shutdown of the service nor outlive it', async () => {
  await side.app.listen({ port: 0, host: '127.0.0.1' });
  const live = await openLive((await side.newPerson()).token);
  await side.app.close();
  await live.ended;
});

test('an account may have twenty open tabs', async () => {
  await side.app.listen({ port: 0, host: '127.0.0.1' });
  const ann = await side.newPerson();
  const tabs = await Promise.all(Array.from({ length: 20 }, () => openLive(ann.token)));
  expect(tabs.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await openLive(ann.token)).status).toBe(429);
  expect((await openLive((await side.newPerson()).token)).status).toBe(200);
  tabs[0]?.close();
  await vi.waitFor(async () => expect((await openLive(ann.token)).status).toBe(200), WAIT_OPTIONS);
});

test('a read without a token is refused before it waits for a position', async () => {
  const response = await side.app.inject({ url: '/api/anecdotes', headers: { [headers.minPosition]: '999' } });
  expect(response.statusCode).toBe(401);
});
