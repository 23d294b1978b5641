import type { Access } from '@anecdotes/contracts/server/auth/route-policy';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { startReddit } from '../support/reddit-server.ts';
import { comparableAnswer, PASSWORD, visitorOf } from '../support/visitor.ts';
import { type Call, keyRoutes, matrixCalls, memberRoutes, publicRoutes } from './matrix-routes.ts';
import { type Answer, type CallWithIds, callsWithIds, comparable } from './several-ids.ts';

/** The callers. The owner calls with a token and with two keys; the last four have no valid credentials. */
const actors = [
  ...(['owner', 'owner’s writing key', 'owner’s reading key', 'another member', 'guest'] as const),
  ...(['anonymous', 'unverified', 'erased', 'logged out'] as const),
];
type Actor = (typeof actors)[number];
const FIRST_UNAUTHENTICATED = actors.indexOf('anonymous');

/** What kind of object the id in a path names. */
const objects = ['own', 'foreign', 'deleted', 'erased', 'random', 'malformed'] as const;
type ObjectState = (typeof objects)[number];

const isForKeys = (name: string) => keyRoutes.test(name);

const RANDOM = '0197c000-0000-7000-8000-00000000000a';

/** Whom a route serves, by its access policy and by the kind of object in its path. */
type Serves = Access | ObjectKind | 'member’s anecdote';
type ObjectKind = 'anecdote' | 'api-key' | 'session' | 'operation';
type MatrixRoute = Call & { readonly serves: Serves };

const reddit = await startReddit();
const side = await startBothSides({ redditBaseUrl: reddit.base });
const visitor = visitorOf(side);
const routes = side.routes.filter(({ name }) => !/^(HEAD|OPTIONS) /.test(name));
const matrix = routes.map(({ name, access }): [string, MatrixRoute] => [
  name,
  { ...matrixCalls[name], serves: servesOf(name, access) },
]);

function servesOf(name: string, access: Access): Serves {
  if (!name.includes('/:id')) return access;
  if (name.includes('/api-keys/')) return 'api-key';
  if (name.includes('/sessions/')) return 'session';
  if (name.includes('/operations/')) return 'operation';
  return access === 'member' ? 'member’s anecdote' : 'anecdote';
}

function kindOf(serves: Serves): ObjectKind {
  return serves === 'api-key' || serves === 'session' || serves === 'operation' ? serves : 'anecdote';
}

const tokens = new Map<Actor, string | undefined>();
let owner: { name: string; token: string };
let stranger: { name: string; token: string };
/** Objects of other accounts, created once: no actor may change them. */
const foreign = new Map<ObjectKind, string>();
const erased = new Map<ObjectKind, string>();
let before: unknown;

beforeAll(async () => {
  const mailbox = openMailbox(side);
  owner = await visitor.newMember(mailbox);
  stranger = await visitor.newMember(mailbox);
  const gone = await visitor.newMember(mailbox);
  for (const kind of ['anecdote', 'api-key', 'session', 'operation'] as const) {
    foreign.set(kind, await make(kind, stranger));
    erased.set(kind, await make(kind, gone));
  }
  await side.call(gone.token, 'DELETE', '/api/auth/me', { password: PASSWORD });
  await visitor.register('Unverified', 'unverified@example.org');

  const key = async (scopes: string[]) =>
    (await side.call(owner.token, 'POST', '/api/api-keys', { name: 'Matrix', scopes })).json().data.key;
  tokens.set('owner', owner.token);
  tokens.set('owner’s writing key', await key(['read', 'write']));
  tokens.set('owner’s reading key', await key(['read']));
  tokens.set('another member', (await visitor.newMember(mailbox)).token);
  tokens.set('guest', await logIn('guest', GUEST_PASSWORD));
  tokens.set('unverified', await logIn('unverified'));
  tokens.set('erased', gone.token);
  const left = await visitor.newMember(mailbox);
  await side.call(left.token, 'POST', '/api/auth/logout');
  tokens.set('logged out', left.token);
  before = await dataOfStranger();
  // The answer about a session may be cached for five seconds.
  const out = async () => expect([await status(gone.token), await status(left.token)]).toEqual([401, 401]);
  await vi.waitFor(out, { timeout: 60_000, interval: 200 });
});
afterAll(async () => {
  await side.close();
  await reddit.close();
});

const status = async (token: string) => (await side.call(token, 'GET', '/api/tags')).statusCode;
const logIn = async (name: string, password = PASSWORD) =>
  (await visitor.logIn(name, password)).json().data?.access_token as string | undefined;

/** Creates an object of a person and returns its id. */
async function make(kind: ObjectKind, person: { name: string; token: string }): Promise<string> {
  if (kind === 'anecdote') {
    return (await side.call(person.token, 'POST', '/api/anecdotes', { description: 'A matrix anecdote' })).json().data
      .id;
  }
  if (kind === 'api-key') {
    return (await side.call(person.token, 'POST', '/api/api-keys', { name: 'Matrix' })).json().data.id;
  }
  if (kind === 'operation') {
    const body = { tag: 'matrix', anecdotes: [await make('anecdote', person)] };
    return (await side.call(person.token, 'POST', '/api/tags/delete', body)).json().data.id;
  }
  const principal = await side.deps.authenticate(`Bearer ${await logIn(person.name)}`);
  return principal.kind === 'person' ? principal.session : RANDOM;
}

async function removeObject(kind: ObjectKind, id: string): Promise<void> {
  if (kind === 'operation') return void (await side.call(owner.token, 'POST', `/api/operations/${id}/undo`));
  const folder = { anecdote: 'anecdotes', 'api-key': 'api-keys', session: 'auth/sessions' }[kind];
  await side.call(owner.token, 'DELETE', `/api/${folder}/${id}`);
}

async function idOf(state: ObjectState, kind: ObjectKind): Promise<string> {
  if (state === 'random') return RANDOM;
  if (state === 'malformed') return "1' or '1'='1";
  if (state === 'foreign') return foreign.get(kind) ?? RANDOM;
  if (state === 'erased') return erased.get(kind) ?? RANDOM;
  const id = await make(kind, owner);
  if (state === 'deleted') await removeObject(kind, id);
  return id;
}

/** The status that `actor` must get; `2xx` for any success, `public` for any status but 401 and 403. */
function expected(route: MatrixRoute, method: string, actor: Actor, state: ObjectState): number | '2xx' | 'public' {
  if (route.serves === 'public') return 'public';
  if (actors.indexOf(actor) >= FIRST_UNAUTHENTICATED) return 401;
  const isObject = ['anecdote', 'member’s anecdote', 'api-key', 'session', 'operation'].includes(route.serves);
  if (actor.endsWith('key') && !['journal', 'anecdote', 'operation'].includes(route.serves)) return 403;
  if (actor === 'owner’s reading key' && method !== 'GET') return 403;
  if (actor === 'guest' && ['member', 'member’s anecdote', 'api-key'].includes(route.serves)) return 403;
  if (!isObject) return route.answers ?? '2xx';
  const isOwner = actor.startsWith('owner');
  if (isOwner && state === 'own') return '2xx';
  return isOwner && state === 'deleted' ? (route.onDeleted ?? 404) : 404;
}

async function call(
  name: string,
  route: MatrixRoute,
  actor: Actor,
  state: ObjectState,
): Promise<LightMyRequestResponse> {
  const [method = '', path = ''] = name.split(' ');
  const id = path.includes(':id') ? encodeURIComponent(await idOf(state, kindOf(route.serves))) : '';
  const url = path.replace(':id', id).replace(':token', RANDOM) + (route.query ? `?${route.query}` : '');
  const body = route.naming ? { [route.naming]: await make('anecdote', owner) } : route.body;
  const answer = await (route.file === undefined
    ? side.call(tokens.get(actor), method, url, body)
    : sendFile(tokens.get(actor), url, route.file));
  // An account has at most twenty keys.
  if (route.serves === 'api-key' && state === 'own') await removeObject('api-key', id);
  return answer;
}

function sendFile(token: string | undefined, url: string, payload: string): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/octet-stream', ...(token && { authorization: `Bearer ${token}` }) };
  return side.app.inject({ method: 'POST', url, headers, payload });
}

/** All data of the stranger: rows of the views and streams of the log. */
async function dataOfStranger() {
  const lists = [
    '/api/anecdotes',
    '/api/history',
    '/api/operations',
    '/api/api-keys',
    '/api/auth/sessions',
    '/api/tags',
  ];
  const answers = await Promise.all(lists.map((path) => side.call(stranger.token, 'GET', path)));
  const streams = ['anecdote', 'api-key', 'session'] as const;
  const names = streams.map((kind) => `${kind.replace('-', '')}-${foreign.get(kind)}`);
  const events = await Promise.all(names.map((name) => side.log.readStream(name)));
  return [
    answers.map((answer) => JSON.stringify(answer.json().data)),
    events.map((stream) => stream.map(({ id }) => id)),
  ];
}

test('exactly the listed routes are public, open to API keys or open to members only', () => {
  const named = (access: Access) => routes.filter((route) => route.access === access).map(({ name }) => name);
  expect(named('public').toSorted()).toEqual(publicRoutes.toSorted());
  expect(named('member').toSorted()).toEqual(memberRoutes.toSorted());
  expect(named('journal').toSorted()).toEqual(
    routes
      .map(({ name }) => name)
      .filter(isForKeys)
      .toSorted(),
  );
  expect(named('operator')).toEqual([]);
});

test('every entry of the matrix belongs to a route', () => {
  const names = routes.map(({ name }) => name);
  expect(Object.keys(matrixCalls).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(matrix)('%s', (name, route) => {
  const [method = '', path = ''] = name.split(' ');
  // An actor who is logged out could not make the later calls; sessions.test.ts tests logging out.
  const callers = actors.filter(
    (actor) => path !== '/api/auth/logout' || actor.endsWith('key') || actors.indexOf(actor) >= FIRST_UNAUTHENTICATED,
  );
  const states = path.includes(':id') ? objects : (['own'] as const);

  test.each(callers)('called as %s', async (actor) => {
    const refusals = new Set<string>();
    for (const state of states) {
      const wanted = expected(route, method, actor, state);
      if (route.streams && wanted === '2xx') continue;
      const answer = await call(name, route, actor, state);
      const got = answer.statusCode;
      const about = `${state}: ${got} ${answer.body.slice(0, 200)}`;
      if (wanted === 'public') expect([401, 403], about).not.toContain(got);
      else if (wanted === '2xx') expect(got >= 200 && got < 300, about).toBe(true);
      else expect(got, about).toBe(wanted);
      if (got === 404) refusals.add(comparableAnswer(answer));
    }
    // The 404s for foreign, deleted, erased and missing objects are equal, byte for byte.
    expect(refusals.size).toBeLessThanOrEqual(1);
  });
});

test('after all calls the data of the stranger are unchanged', async () => {
  expect(await dataOfStranger()).toEqual(before);
});

describe('a call that names several objects', () => {
  test.each(callsWithIds.map((each) => [each.name, each] as const))(
    '%s has its full effect only if all belong to the caller; those of another account are unknown to it',
    async (_, { make, call: callOn, isWhole }) => {
      const theirs = await make(side, stranger);
      const beforehand = await dataOfStranger();
      const send = async (named: (own: string, index: number) => string) => {
        const ids = (await make(side, owner)).map(named);
        const answer = await finished(callOn(ids));
        return { isWhole: isWhole(answer), text: comparable(answer, ids) };
      };
      for (let combination = 0; combination < 2 ** theirs.length; combination += 1) {
        const isOwn = (index: number) => (combination & (1 << index)) === 0;
        const about = theirs.map((_id, index) => (isOwn(index) ? 'own' : 'foreign')).join(', ');
        const foreign = await send((own, index) => (isOwn(index) ? own : (theirs[index] ?? '')));
        expect(foreign.isWhole, `${about}: ${foreign.text}`).toBe(combination === 0);
        if (combination === 0) continue;
        const unknown = await send((own, index) => (isOwn(index) ? own : newId()));
        expect(foreign.text, about).toBe(unknown.text);
      }
      expect(await dataOfStranger()).toEqual(beforehand);
    },
  );
});

/** Sends a call of the owner; the answer to one that starts an operation shows it done. */
async function finished({ method, path, body }: ReturnType<CallWithIds['call']>): Promise<Answer> {
  const { statusCode, body: text } = await side.call(owner.token, method, path, body);
  if (statusCode !== 202) return { statusCode, body: text };
  const data = await vi.waitFor(async () => {
    const [newest] = (await side.call(owner.token, 'GET', '/api/operations')).json().data;
    expect(newest.status).toBe('done');
    return newest;
  }, 60_000);
  return { statusCode: 200, body: JSON.stringify({ ...JSON.parse(text), data }) };
}
