import { Writable } from 'node:stream';
import { FailureEnvelope } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { superuserUrl } from '../support/database.ts';
import { openMailbox } from '../support/mailbox.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';

/** A text that would forge a log line or change how a terminal shows it; `canary` occurs nowhere else. */
const FORGED =
  'canary\r\n{"level":60,"msg":"forged"}\r\n\u001b[31m\u009b2J\u202e\u2066\u2028\n    at canary (file:///canary:1:1)';
/** The same in the characters that a header may have. */
const FORGED_HEADER = 'canary {"level":60,"msg":"forged"} %0d%0a at canary (file:///canary:1:1)';
/** What an answer would contain if it showed what broke: frames, paths, SQL, SQLSTATEs, tables and names of libraries. */
const internal = [
  /\n\s+at |\bat [\w.<>]+ \(|\.[jt]s\b|node_modules|file:\/|\/(?:tmp|home|usr|work)\b/,
  /\b(?:select|insert|update|delete)\b.*\b(?:from|into|set|where)\b|relation|syntax|column|constraint|\b\d\d[0-9A-Z]\d\d\b(?!-)/i,
  /\b(?:vault|views|projection|log)\.\w/,
  /postgres|\bpg\b|kysely|fastify|FST_|zod|\bajv\b|jose|undici|grpc|eventstore|kurrent|nodemailer/i,
  /\bE[A-Z]{6,}\b/,
  /maximum call stack|out of memory|cannot read|is not a function|undefined|\[object /i,
];

const lines: string[] = [];
let side: BothSides;
let visitor: Visitor;
let member: { name: string; token: string };
let guest: string;
let id: string;
let child: string;

beforeAll(async () => {
  const logLines = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  side = await startBothSides({ logLines });
  visitor = visitorOf(side);
  member = await visitor.newMember(openMailbox(side));
  guest = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token;
  const write = async (fields: object) =>
    (await send({ method: 'POST', url: '/api/anecdotes', body: fields })).json().data.id;
  id = await write({ description: 'Rain' });
  child = await write({ description: 'Later', connected_to: id });
});
afterAll(() => side.close());

type Call = {
  readonly method?: string;
  readonly url: string;
  readonly body?: unknown;
  readonly payload?: string | Buffer;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
};

function send({ method = 'GET', url, body, payload, token = member.token, headers = {} }: Call) {
  const sent = payload ?? (body === undefined ? undefined : JSON.stringify(body));
  return side.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { payload: sent }),
  });
}

const post = (body: unknown, more: Partial<Call> = {}): Call => ({
  method: 'POST',
  url: '/api/anecdotes',
  body,
  ...more,
});
const raw = (payload: string | Buffer, headers: Record<string, string> = {}): Call =>
  post(undefined, { payload, headers });
const get = (url: string, more: Partial<Call> = {}): Call => ({ url: `/api/${url}`, ...more });
const hostile = encodeURIComponent(FORGED);

/** Calls that are refused, with the status of the answer. */
const refused = (): [name: string, status: number, call: Call][] => [
  ['broken JSON', 400, raw(`{"description":"${FORGED_HEADER}`)],
  ['a body that is no object', 400, post([FORGED])],
  ['no body', 400, raw('')],
  ['invalid UTF-8', 400, raw(Buffer.from('{"description":"\xc3\x28"}', 'latin1'))],
  ['a lone surrogate', 400, raw('{"description":"\\ud800 canary"}')],
  ['a NUL', 400, raw('{"description":"\\u0000 canary"}')],
  ['control characters', 400, post({ description: FORGED })],
  ['a wrong type', 400, post({ description: 12 })],
  ['an unknown field', 400, post({ description: 'Rain', owner: FORGED })],
  ['a number that is too large', 400, raw('{"description":"Rain","coordinates":{"lat":1e309,"lng":1}}')],
  ['a large number for a text', 400, raw(`{"description":${'9'.repeat(400)}}`)],
  ['a year that no date has', 400, post({ description: 'Rain', timestamp: '+275760-09-13T00:00:00.001Z' })],
  ['an unknown time zone', 400, post({ description: 'Rain', time_zone: FORGED })],
  ['a tag that is too long', 400, post({ description: 'Rain', tags: [FORGED.repeat(20)] })],
  ['a malformed parent', 400, post({ description: 'Rain', connected_to: FORGED })],
  ['an unknown parent', 422, post({ description: 'Rain', connected_to: newId() })],
  ['a loop', 422, { method: 'PUT', url: `/api/anecdotes/${id}/parent`, body: { parent: child } }],
  ['deep nesting', 400, raw('['.repeat(10_000))],
  ['many fields', 400, raw(JSON.stringify(Array.from({ length: 1_001 }, (_, name) => ({ [name]: 1 }))))],
  ['a name that occurs twice', 400, raw('{"description":"canary","description":"b"}')],
  ['__proto__', 400, raw('{"__proto__":{"canary":1}}')],
  ['a large body', 413, post({ description: 'canary '.repeat(50_000) })],
  ['a text as body', 415, raw('canary', { 'content-type': 'text/plain' })],
  ['another media type', 415, raw('canary', { 'content-type': FORGED_HEADER })],
  ['a compressed body', 415, raw('{}', { 'content-encoding': 'gzip' })],
  ['another character set', 415, raw('{}', { 'content-type': 'application/json; charset=canary' })],
  ['an unknown path', 404, get(hostile)],
  ['a wrong method', 405, { method: 'DELETE', url: `/api/anecdotes?${hostile}` }],
  ['a malformed address', 400, get('anecdotes/%zz')],
  ['a long id', 404, get(`anecdotes/${'canary'.repeat(100)}`)],
  ['a malformed id', 404, get(`anecdotes/${hostile}`)],
  ['an id with a NUL', 404, get('anecdotes/%00')],
  ['an unknown id', 404, get(`anecdotes/${newId()}`)],
  ['SQL for an id', 404, get(`anecdotes/${encodeURIComponent("1' or '1'='1")}`)],
  ['an unknown parameter', 400, get(`anecdotes?owner=${hostile}`)],
  ['SQL to sort by', 400, get(`anecdotes?sort_by=${encodeURIComponent('timestamp; drop table views.anecdote')}`)],
  ['an impossible date', 400, get(`anecdotes?date_from=2026-02-30&time_zone=${hostile}`)],
  ['a broken cursor', 400, get(`anecdotes/cursor?cursor=${hostile}`)],
  ['a cursor for another list', 400, get('tags?cursor=eyJhIjoxfQ')],
  ['a cursor of changes', 400, get(`changes?after=${hostile}`)],
  ['a map without edges', 400, get('anecdotes/map?bbox=NaN,1,Infinity,2')],
  ['an empty search', 400, get('anecdotes/search?query=')],
  ['a NUL in a search', 400, get('anecdotes/search?query=%00')],
  ['a malformed position', 400, get('tags', { headers: { 'x-min-position': FORGED_HEADER } })],
  [
    'a broken ETag',
    400,
    {
      ...post({ description: 'x' }),
      method: 'PUT',
      url: `/api/anecdotes/${id}`,
      headers: { 'if-match': FORGED_HEADER },
    },
  ],
  [
    'an old ETag',
    409,
    { ...post({ description: 'x' }), method: 'PUT', url: `/api/anecdotes/${id}`, headers: { 'if-match': '"7"' } },
  ],
  [
    'a malformed idempotency key',
    400,
    post({ description: 'Rain' }, { headers: { 'idempotency-key': 'canary'.repeat(100) } }),
  ],
  ['no token', 401, get('tags', { token: null })],
  ['a broken token', 401, get('tags', { token: FORGED_HEADER })],
  ['half a token', 401, get('tags', { token: member.token.slice(0, -20) })],
  ['a broken API key', 401, get('tags', { token: `anec_${'canary'.repeat(8)}` })],
  ['another scheme', 401, get('tags', { token: null, headers: { authorization: 'Basic Y2FuYXJ5OmNhbmFyeQ==' } })],
  ['a guest', 403, get('api-keys', { token: guest })],
  ['a forged cookie', 403, post({ description: 'Rain' }, { headers: { cookie: `XSRF-TOKEN=${FORGED_HEADER}` } })],
  ['a wrong password', 403, { method: 'DELETE', url: '/api/auth/me', body: { password: FORGED } }],
  ['an unknown operation', 404, { method: 'POST', url: `/api/operations/${hostile}/undo` }],
  ['a link that is no token', 410, { method: 'POST', url: '/api/auth/verify-email', body: { token: 'canary' } }],
  [
    'an unreadable file',
    422,
    {
      method: 'POST',
      url: '/api/import?name=canary.zip',
      payload: Buffer.from('PK\u0003\u0004canary'),
      headers: { 'content-type': 'application/zip' },
    },
  ],
];

function expectFailure(name: string, answer: Awaited<ReturnType<typeof send>>): void {
  const body = answer.json();
  expect(FailureEnvelope.parse(body), name).toEqual(body);
  const { code, message, fields } = body.error;
  const text = [code, body.detail, message, ...Object.values(fields ?? {})].join('\n');
  for (const pattern of internal) expect(text, name).not.toMatch(pattern);
}

test('every kind of refused call is answered in the failure envelope, without a trace of what is behind it', async () => {
  const calls = refused();
  expect(calls.length).toBeGreaterThan(50);
  for (const [name, status, call] of calls) {
    const answer = await send(call);
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(status);
    expectFailure(name, answer);
  }
});

test('a log-in with a forged name and a forged browser name fails in the same envelope', async () => {
  const answer = await visitor.logIn(FORGED, FORGED, { 'user-agent': FORGED_HEADER, 'x-forwarded-for': FORGED_HEADER });
  expect(answer.statusCode).toBe(401);
  expectFailure('log-in', answer);
});

/** Runs `whileChanged` between two statements on the database of the test. */
async function between(before: string, after: string, whileChanged: () => Promise<void>): Promise<void> {
  await side.vault.query(before);
  try {
    await whileChanged();
  } finally {
    await side.vault.query(after);
  }
}

test('a fault in the database is answered with 500 without a trace of it', async () => {
  const token = (await visitor.logIn(member.name)).json().data.access_token;
  await between('alter table views.tag rename to other', 'alter table views.other rename to tag', async () => {
    const answer = await send(get('tags', { token }));
    expect(answer.statusCode).toBe(500);
    expectFailure('views', answer);
  });
  await between('alter table vault.session rename to other', 'alter table vault.other rename to session', async () => {
    const answer = await visitor.logIn(member.name);
    expect(answer.statusCode).toBe(500);
    expectFailure('vault', answer);
  });
});

test('without the database each call is answered with 503 without a trace of it', async () => {
  const superuser = new pg.Client({ connectionString: superuserUrl() });
  await superuser.connect();
  const name = new URL(side.url).pathname.slice(1);
  await superuser.query(`alter database ${name} connection limit 0`);
  await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const names = [
    'user-agent',
    'referer',
    'host',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-request-id',
    'accept-language',
  ];
  const headers = Object.fromEntries(names.map((each) => [each, FORGED_HEADER]));
  const calls = [
    get(`tags?search_term=canary`, { headers }),
    get(`anecdotes/${id}`, { headers }),
    post({ description: 'canary' }, { headers }),
  ];
  for (const call of calls) {
    const answer = await send(call);
    expect(answer.statusCode, lines.at(-1)).toBe(503);
    expectFailure(call.url, answer);
  }
  await superuser.query(`alter database ${name} connection limit -1`);
  await superuser.end();
  await vi.waitFor(async () => expect((await send(get('tags'))).statusCode).toBe(200), 30_000);
});

test('each log line about all these calls is one JSON object, with nothing that a caller wrote', () => {
  const written = lines.join('').split('\n').slice(0, -1);
  expect(written).not.toEqual([]);
  for (const line of written) {
    expect(JSON.parse(line), line).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
    expect(line).not.toMatch(/canary|forged|(?!\n)\p{Cc}|\p{Bidi_Control}|\u2028/u);
  }
});
