import type { EventLog } from '@anecdotes/command-service/event-log';
import { appendDue } from '@anecdotes/command-service/vault/pending-events';
import { type AccountId, Problem } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { eventsAfter } from '../support/log-events.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { PASSWORD, uncachedAuthenticator, type Visitor, visitorOf } from '../support/visitor.ts';

let side: CommandSide;
let mailbox: Mailbox;
let visitor: Visitor;

/** How the log fails from its n-th call on: it is unreachable, or it stores the events but its answer is lost. */
type Failure = 'append is not stored' | 'answer to an append is lost' | 'log is away';
let failure: { kind: Failure; from: number } | undefined;
let calls = 0;

beforeAll(async () => {
  side = await startCommandSide({
    log: (store) => ({
      ...store,
      async append(wanted: Parameters<EventLog['append']>[0]) {
        calls += 1;
        const fails = failure !== undefined && calls >= failure.from;
        if (fails && failure?.kind !== 'answer to an append is lost') throw new Problem('UNAVAILABLE');
        const result = await store.append(wanted);
        if (fails) throw new Problem('UNAVAILABLE');
        return result;
      },
      async readStream(...wanted: Parameters<EventLog['readStream']>) {
        if (failure?.kind === 'log is away') {
          calls += 1;
          if (calls >= failure.from) throw new Problem('UNAVAILABLE');
        }
        return store.readStream(...wanted);
      },
    }),
  });
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(() => side.close());

const OTHER_PASSWORD = 'another river 12';
let count = 0;

/** A person, whose session, API key and link are added as far as a call needs them. */
async function newPerson() {
  count += 1;
  const name = `person${count}`;
  const email = `${name}@example.org`;
  const logIn = async () => (await visitor.logIn(name)).json().data.access_token as string;
  return { name, email, logIn, token: '', key: '', keyId: '', link: '' };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function registered(person: Person): Promise<void> {
  expect((await visitor.register(person.name, person.email)).statusCode).toBe(201);
  person.link = await mailbox.token(person.email, 'verify-email');
}

async function member(person: Person): Promise<void> {
  await registered(person);
  expect((await visitor.post('verify-email', { token: person.link })).statusCode).toBe(200);
  person.token = await person.logIn();
  await person.logIn();
  const made = (await callerOf(side.app, person.token)('POST', '/api/api-keys', { name: 'Script' })).json().data;
  Object.assign(person, { key: made.key, keyId: made.id });
}

async function asksForReset(person: Person): Promise<void> {
  await member(person);
  await visitor.post('forgot-password', { email: person.email });
  person.link = await mailbox.token(person.email, 'password-reset');
}

type Call = {
  before(person: Person): Promise<void>;
  run(person: Person): Promise<{ statusCode: number; body: string }>;
};

const asPerson = (person: Person) => callerOf(side.app, person.token);
const callsOfPeople: Record<string, Call> = {
  register: { before: async () => {}, run: ({ name, email }) => visitor.register(name, email) },
  'register with the address of somebody else': {
    before: member,
    run: ({ name, email }) => visitor.register(`${name} again`, email),
  },
  verify: { before: registered, run: ({ link: token }) => visitor.post('verify-email', { token }) },
  'log in': { before: member, run: ({ name }) => visitor.logIn(name, PASSWORD, { 'user-agent': 'Phone' }) },
  'log out': { before: member, run: (person) => asPerson(person)('POST', '/api/auth/logout') },
  'change password': {
    before: member,
    run: (person) =>
      asPerson(person)('POST', '/api/auth/change-password', {
        ...{ current_password: PASSWORD, new_password: OTHER_PASSWORD },
      }),
  },
  'reset password': {
    before: asksForReset,
    run: ({ link: token }) =>
      visitor.post('reset-password', { token, new_password: OTHER_PASSWORD, confirm_password: OTHER_PASSWORD }),
  },
  'create key': { before: member, run: (person) => asPerson(person)('POST', '/api/api-keys', { name: 'More' }) },
  'rotate key': {
    before: member,
    run: (person) => asPerson(person)('POST', `/api/api-keys/${person.keyId}/rotate`),
  },
  'switch key off': {
    before: member,
    run: (person) => asPerson(person)('PUT', `/api/api-keys/${person.keyId}`, { is_active: false }),
  },
  'delete key': { before: member, run: (person) => asPerson(person)('DELETE', `/api/api-keys/${person.keyId}`) },
  erase: { before: member, run: (person) => asPerson(person)('DELETE', '/api/auth/me', { password: PASSWORD }) },
};

/** Appends the pending events, as the worker does a little later. */
async function repair(): Promise<void> {
  await vi.waitFor(async () => {
    await side.vault.query('update vault.pending_event set due_at = now()');
    await appendDue(side.deps);
    const { rows } = await side.vault.query('select count(*)::int as left from vault.pending_event');
    expect(rows).toEqual([{ left: 0 }]);
  }, 20_000);
}

/** Everything that a person can observe about their account, and its events in the log, without ids. */
async function accountState(
  person: Person,
  accounts: readonly AccountId[],
  since: bigint,
  answerKey: string | undefined,
) {
  const fresh = uncachedAuthenticator(side);
  const works = (secret: string) =>
    secret === ''
      ? undefined
      : fresh(`Bearer ${secret}`).then(
          () => true,
          () => false,
        );
  const mails = (await mailbox.of(person.email)).map(({ campaign }) => campaign);
  const { rows: vault } = await side.vault.query(
    `select unverified_since is null as verified,
       (select count(*)::int from vault.session s where s.account = c.account and ended_at is null) as sessions,
       (select count(*)::int from vault.session s where s.account = c.account and ended_at is not null) as ended,
       (select count(*)::int from vault.api_key k where k.account = c.account) as keys,
       (select count(*)::int from vault.api_key k where k.account = c.account and is_active) as active,
       (select count(*)::int from vault.reservation r where r.account = c.account) as names,
       (select count(*)::int from vault.one_time_token t where t.account = c.account and used_at is null) as links
     from vault.credential c where account = any($1) order by account`,
    [accounts],
  );
  const streams = new Map<string, string[]>();
  for (const { stream, type, data } of await eventsAfter(side.log, since)) {
    if (!accounts.includes(data.account as AccountId)) continue;
    streams.set(stream, [...(streams.get(stream) ?? []), type]);
  }
  const keys = await Promise.all(accounts.map((account) => side.deps.keys.get(account)));
  return {
    vault,
    mails,
    events: [...streams].map(([stream, types]) => `${stream.split('-')[0]}: ${types.join(' ')}`).sort(),
    sealed: keys.map((key) => (key === 'destroyed' ? 'destroyed' : 'kept')),
    works: { token: await works(person.token), key: await works(person.key), answerKey: await works(answerKey ?? '') },
    passwords: [
      (await visitor.logIn(person.name, PASSWORD)).statusCode,
      (await visitor.logIn(person.name, OTHER_PASSWORD)).statusCode,
    ],
  };
}

/** Makes `call` while the log fails; returns what the person was told and the resulting state of the account. */
async function outcomeOf({ before, run }: Call, failing?: { kind: Failure; from: number }) {
  const since = await side.log.head();
  const person = await newPerson();
  await before(person);
  const first = new Set(await knownAccounts());
  const mine = await side.vault.query<{ account: AccountId }>('select account from vault.reservation where hash = $1', [
    Buffer.from(side.deps.blindIndexes.username(person.name), 'hex'),
  ]);
  calls = 0;
  failure = failing;
  const answer = await run(person);
  failure = undefined;
  const hasFailed = failing !== undefined && calls >= failing.from;
  await repair();
  const made = (await knownAccounts()).filter((account) => !first.has(account));
  const accounts = [...mine.rows.map(({ account }) => account), ...made];
  const answered = answer.statusCode < 300 ? 'done' : answer.statusCode;
  const answerKey = answered === 'done' ? (JSON.parse(answer.body).data?.key as string | undefined) : undefined;
  return { answered, hasFailed, state: await accountState(person, accounts, since, answerKey) };
}

async function knownAccounts(): Promise<AccountId[]> {
  const { rows } = await side.vault.query<{ account: AccountId }>('select account from vault.credential');
  return rows.map(({ account }) => account);
}

const nothing = async () => ({ statusCode: 200, body: '{}' });

describe.each(Object.entries(callsOfPeople))('the call to %s', (name, call) => {
  let cached: ReturnType<typeof outcomeOf> | undefined;
  /** The outcome of the call when the log does not fail. */
  const outcomeWithoutFailure = () => {
    cached ??= outcomeOf(call);
    return cached;
  };

  test.each<Failure>(['append is not stored', 'answer to an append is lost'])(
    'has its usual result when the %s from any step on',
    async (kind) => {
      const undisturbed = await outcomeWithoutFailure();
      expect(undisturbed.answered).toBe('done');
      let failures = 0;
      for (let from = 1; ; from += 1) {
        const outcome = await outcomeOf(call, { kind, from });
        if (!outcome.hasFailed) break;
        failures += 1;
        expect([name, from, outcome.answered]).toEqual([name, from, 'done']);
        expect(outcome.state, `append ${from}`).toEqual(undisturbed.state);
      }
      expect(failures).toBeGreaterThan(0);
    },
  );

  test('has all of its effects or none, as its answer says, when the log is unreachable from any step on', async () => {
    const done = await outcomeWithoutFailure();
    const undone = await outcomeOf({ ...call, run: nothing });
    let failures = 0;
    for (let from = 1; ; from += 1) {
      const outcome = await outcomeOf(call, { kind: 'log is away', from });
      if (!outcome.hasFailed) break;
      failures += 1;
      expect(['done', 503]).toContain(outcome.answered);
      expect(outcome.state, `call ${from}`).toEqual((outcome.answered === 'done' ? done : undone).state);
    }
    expect(failures).toBeGreaterThan(0);
  });
});

test('events that could not be written are appended by themselves once the log is back', async () => {
  const person = await newPerson();
  await member(person);
  calls = 0;
  failure = { kind: 'log is away', from: 1 };
  const answer = await asPerson(person)('DELETE', `/api/api-keys/${person.keyId}`);
  expect(answer.statusCode).toBe(200);
  failure = undefined;
  await vi.waitFor(
    async () => {
      const types = (await side.log.readStream(`apikey-${person.keyId}`)).map(({ type }) => type);
      expect(types).toEqual(['ApiKeyCreated', 'ApiKeyDeleted']);
    },
    { timeout: 30_000, interval: 100 },
  );
});

test('an operation on a tag is kept while the log is unreachable, and is carried out once it is back', async () => {
  const person = await newPerson();
  await member(person);
  const call = callerOf(side.app, person.token);
  const { id } = (await call('POST', '/api/anecdotes', { description: 'An anecdote', tags: ['old'] })).json().data;
  calls = 0;
  failure = { kind: 'append is not stored', from: 1 };
  const answer = await call('POST', '/api/tags/rename', { from: 'old', to: 'new', anecdotes: [id] });
  expect([answer.statusCode, answer.json().data]).toMatchObject([202, { status: 'running', done: 0, changed: 0 }]);
  failure = undefined;
  const isDone = async () =>
    (await side.vault.query('select from vault.operation where finished_at is not null and changed = 1')).rowCount ===
    1;
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 50 });
  expect((await call('PUT', `/api/anecdotes/${id}`, {})).json().data.tags).toEqual(['new']);
});
