import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../../problem.ts';
import { QueueFull } from '../concurrency/bounded-queue.ts';
import { handleError, problemOf } from '../http/errors.ts';
import { loggerOptions } from '../http/logging.ts';
import { createPool } from './pool.ts';
import { createShortages } from './shortage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  '25006',
  '40P01',
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P03',
  '58000',
  '58030',
])('SQLSTATE %s is answered with 503, as a temporary failure', (code) => {
  const { status, details } = problemOf(refusal(code));
  expect([status, details.retryAfter]).toEqual([503, 1]);
});

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_STREAM_DESTROYED',
  'ENOSPC',
  'EDQUOT',
])('a connection or a disk that fails with %s is answered with 503, as a temporary failure', (code) => {
  expect(problemOf(refusal(code)).status).toBe(503);
});

test.each(['23505', '42P01', '55000', 'XX000'])('SQLSTATE %s is answered with 500, as a bug', (code) => {
  expect(problemOf(refusal(code)).status).toBe(500);
});

test('a shortage is logged in plain words, once until it is over', () => {
  const shortages = createShortages();
  const lines: string[] = [];
  const report = (error: unknown) => shortages.report(error, (sentence) => lines.push(sentence));
  expect(report(refusal('23505'))).toBe(false);
  for (let second = 0; second < 20; second += 1) {
    expect(report(new Problem('UNAVAILABLE', {}, { cause: refusal('53100') }))).toBe(true);
    vi.advanceTimersByTime(1_000);
  }
  expect(report(refusal('53300'))).toBe(true);
  expect(shortages.current()).toEqual(['The disk of the database is full.', 'The database has no connection left.']);
  vi.advanceTimersByTime(10_000);
  expect(shortages.current()).toEqual([]);
  expect(lines).toEqual([
    'The disk of the database is full.',
    'The database has no connection left.',
    'No longer seen for 10 seconds: The disk of the database is full.',
    'No longer seen for 10 seconds: The database has no connection left.',
  ]);
});

test('a database that accepts no connection causes one log line, also when it has just been restarted', async () => {
  const lines: string[] = [];
  const shortages = createShortages();
  const report = (error: unknown) => shortages.report(error, (sentence) => lines.push(sentence));
  const ending = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(ending, 'listening');
  for (const port of [1, (ending.address() as AddressInfo).port]) {
    const pool = createPool(`postgres://127.0.0.1:${port}/vault`, { name: 'test', max: 1, onError() {} });
    expect(report(await pool.query('select 1').catch((error: unknown) => error))).toBe(true);
    await pool.end();
  }
  ending.close();
  expect(report(refusal('57P03'))).toBe(true);
  expect(report(refusal('28P01'))).toBe(false);
  expect(lines).toEqual(['The database cannot be reached.']);
});

test('a database that only allows reads causes one log line', () => {
  const lines: string[] = [];
  const shortages = createShortages();
  for (let call = 0; call < 3; call += 1) {
    expect(shortages.report(refusal('25006'), (sentence) => lines.push(sentence))).toBe(true);
  }
  expect(lines).toEqual(['The database only allows reads.']);
});

test('calls for which no connection of a pool becomes free in time cause one log line', async () => {
  const lines: string[] = [];
  const shortages = createShortages();
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const pool = createPool(`postgres://127.0.0.1:${port}/vault`, { name: 'test', max: 1, onError() {} });
  const failures = [1, 2, 3].map(() => pool.query('select 1').catch((error: unknown) => error));
  await vi.advanceTimersByTimeAsync(2_000);
  for (const failure of failures) {
    expect(shortages.report(await failure, (sentence) => lines.push(sentence))).toBe(true);
  }
  const ended = pool.end();
  // Meanwhile the pool may have begun to connect again.
  await vi.advanceTimersByTimeAsync(2_000);
  await ended;
  silent.close();
  expect(lines).toEqual(['The database cannot be reached.', 'All connections to the database are in use.']);
});

test('callers who are refused because too much waits cause one log line and one current shortage', () => {
  const shortages = createShortages();
  const lines: string[] = [];
  for (let call = 0; call < 3; call += 1) {
    expect(shortages.report(new QueueFull(1), (sentence) => lines.push(sentence))).toBe(true);
  }
  expect(lines).toEqual(['Too much is waiting to be stored, so requests are refused.']);
  expect(shortages.current()).toEqual(lines);
});

/** A server whose calls fail, and the lines that it logs. */
function loggingApp() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const shortages = createShortages();
  const app = Fastify({ logger: { ...(loggerOptions('warn', shortages) as object), stream } });
  app.setErrorHandler(handleError);
  app.get('/full', async () => {
    throw refusal('53100');
  });
  app.get('/broken', async () => {
    throw refusal('42P01');
  });
  return { app, shortages, logged: () => lines.map((line): { level: number; msg: string } => JSON.parse(line)) };
}

test('calls that fail for lack of the same resource share one log line', async () => {
  const { app, shortages, logged } = loggingApp();
  for (let call = 0; call < 5; call += 1) expect((await app.inject('/full')).headers['retry-after']).toBe('1');
  await app.inject('/broken');
  expect(logged().map(({ msg }) => msg)).toEqual(['The disk of the database is full.', 'request failed']);
  expect(shortages.current()).toEqual(['The disk of the database is full.']);
});

test('the end of a shortage is logged as a warning, not as an error', async () => {
  const { app, logged } = loggingApp();
  await app.inject('/full');
  vi.advanceTimersByTime(10_000);
  expect(logged().map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'The disk of the database is full.'],
    [40, 'No longer seen for 10 seconds: The disk of the database is full.'],
  ]);
});
