import { confirmPassword } from '@anecdotes/command-service/account/own-account';
import { insertOperation } from '@anecdotes/command-service/operations/stored-operations';
import { type CommandId, Problem } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealIntent } from '@anecdotes/contracts/server/operations';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBothSides } from '../support/both-sides.ts';
import { type CommandSide, callerOf, GUEST_PASSWORD, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { PASSWORD, visitorOf } from '../support/visitor.ts';

let side: CommandSide;
let now: number;

beforeEach(async () => {
  now = Date.now();
  side = await startCommandSide({ clock: () => new Date(now), isRateLimited: true });
});
afterEach(() => side.close());

const SECOND = 1_000;
const HOUR = 3_600_000;
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

/** Makes calls from `address`. */
function from(address: string) {
  const post = (path: string, payload: object) =>
    side.app.inject({ method: 'POST', url: `/api/auth/${path}`, remoteAddress: address, payload });
  return {
    post,
    logIn: (username: string, password = PASSWORD) =>
      side.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username, password }).toString(),
      }),
  };
}

describe('logging in', () => {
  test('is limited per address to 5 in 10 s and 10 in a minute, with Retry-After', async () => {
    const home = from('192.0.2.1');
    const burst = [];
    for (let index = 0; index < 7; index += 1) burst.push(await home.logIn(`name${index}`));
    expect(statuses(burst)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(Number(burst[6]?.headers['retry-after'])).toBeGreaterThan(0);
    now += 11 * SECOND;
    const more = [];
    for (let index = 7; index < 13; index += 1) more.push(await home.logIn(`name${index}`));
    expect(statuses(more)).toEqual([401, 401, 401, 401, 401, 429]);
    now += 60 * SECOND;
    expect((await home.logIn('name')).statusCode).toBe(401);
  });

  test('is slowed down per account when many addresses guess, and the owner still gets in', async () => {
    const owner = visitorOf(side);
    const member = await owner.newMember(openMailbox(side));
    const counted = { tried: 0 };
    for (let guess = 0; guess < 1_000; guess += 1) {
      const answer = await from(`198.51.100.${guess % 200}`).logIn(member.name, 'a guess');
      if (answer.statusCode === 401) counted.tried += 1;
      else expect(answer.statusCode).toBe(429);
      now += SECOND;
    }
    // In 1,000 seconds: 5 free attempts, then one after 1, 2, 4 … 512 seconds.
    expect(counted.tried).toBeLessThanOrEqual(15);
    expect((await owner.logIn(member.name)).statusCode).toBe(200);
    now += 900 * SECOND;
    expect((await from('203.0.113.9').logIn(member.name)).statusCode).toBe(200);
  });

  test('from one address tries at most 5 of 1,000 guesses', async () => {
    const member = await visitorOf(side).newMember(openMailbox(side));
    let tried = 0;
    for (let guess = 0; guess < 1_000; guess += 1) {
      if ((await from('192.0.2.7').logIn(member.name, 'a guess')).statusCode === 401) tried += 1;
    }
    expect(tried).toBe(5);
    expect((await visitorOf(side).logIn(member.name)).statusCode).toBe(200);
  });

  test('as the guest has its own limit, and wrong guesses lock nobody out', async () => {
    for (let index = 0; index < 10; index += 1) await from('192.0.2.2').logIn('guest', 'wrong');
    expect((await from('192.0.2.3').logIn('guest', GUEST_PASSWORD)).statusCode).toBe(200);
    const visits = [];
    for (let index = 0; index < 31; index += 1) visits.push(await from('192.0.2.4').logIn('guest', GUEST_PASSWORD));
    expect(statuses(visits).filter((status) => status === 200)).toHaveLength(30);
  });
});

describe('anonymous visitors', () => {
  test('register at most five times an hour, not counting invalid forms', async () => {
    for (let slip = 0; slip < 6; slip += 1) await from('192.0.2.1').post('register', { username: 'only a name' });
    const answers = [];
    for (let index = 0; index < 6; index += 1) {
      const body = { username: `reg${index}`, email: `reg${index}@example.org`, password: PASSWORD };
      answers.push(await from('192.0.2.1').post('register', body));
    }
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 429]);
    now += HOUR;
    const later = { username: 'later', email: 'later@example.org', password: PASSWORD };
    expect((await from('192.0.2.1').post('register', later)).statusCode).toBe(201);
  });

  test('cannot fill a person’s mailbox, and their answers do not change', async () => {
    const mailbox = openMailbox(side);
    const { email } = await visitorOf(side).newMember(mailbox);
    const answers = new Set<string>();
    for (let index = 0; index < 500; index += 1) {
      const answer = await from(`198.51.${index % 100}.1`).post('forgot-password', { email });
      answers.add(`${answer.statusCode} ${answer.json().data.message}`);
      // A mail that still waits would be dropped for the next one.
      await mailbox.of(email);
      now += 100 * SECOND;
    }
    expect(answers.size).toBe(1);
    const resets = (await mailbox.of(email)).filter(({ campaign }) => campaign === 'password-reset');
    expect(resets.length).toBe(5);
  });

  test('cannot use up the mail limits of others by asking for unknown addresses', async () => {
    const mailbox = openMailbox(side);
    const { email } = await visitorOf(side).newMember(mailbox);
    for (let index = 0; index < 210; index += 1) {
      await from(`198.51.${index}.1`).post('forgot-password', { email: `nobody${index}@example.org` });
    }
    await from('192.0.2.1').post('forgot-password', { email });
    expect((await mailbox.of(email)).map(({ campaign }) => campaign)).toContain('password-reset');
  });

  test('redeem at most ten links a minute', async () => {
    const answers = [];
    for (let index = 0; index < 11; index += 1) {
      const path = index % 2 === 0 ? 'verify-email' : 'check-reset-link';
      answers.push(await from('192.0.2.1').post(path, { token: `guess${index}` }));
    }
    expect(statuses(answers).slice(9)).toEqual([410, 429]);
  });

  test('are counted by socket address whatever their headers say, and by /64 in IPv6', async () => {
    const ask = (address: string, headers: Record<string, string> = {}, path = '/api/auth/verify-email') =>
      side.app.inject({ method: 'POST', url: path, remoteAddress: address, headers, payload: { token: 'x' } });
    for (let index = 0; index < 10; index += 1) await ask(`2001:db8:0:1::${index + 1}`);
    expect((await ask('2001:0db8:0000:0001:ffff::1', { 'x-forwarded-for': '192.0.2.99' })).statusCode).toBe(429);
    expect((await ask('2001:db8:0:2::1')).statusCode).toBe(410);
    for (let index = 0; index < 10; index += 1) await ask('::ffff:192.0.2.5');
    expect((await ask('192.0.2.5', { forwarded: 'for=192.0.2.98' })).statusCode).toBe(429);
  });
});

test('no spelling of the path and no request header gives more log-in attempts', async () => {
  let refused = 0;
  const ways = ['', '?again=1', '/', '//', '/.', '%2e', '#x', ';x=1', '%20'];
  for (let index = 0; index < 500; index += 1) {
    const path = ['/api/auth/login', '/api/auth/LOGIN', '/API/auth/login', '/api//auth/login', '/api/auth/%6cogin'];
    const forwarded = `203.0.${index % 250}.${index % 7}`;
    const answer = await side.app.inject({
      method: (['POST', 'POST', 'PUT', 'OPTIONS'] as const)[index % 4] ?? 'POST',
      url: `${path[index % path.length]}${ways[index % ways.length]}`,
      remoteAddress: '192.0.2.77',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...{ 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` },
        ...{ 'x-http-method-override': 'POST', 'x-original-url': '/api/auth/login' },
      },
      payload: new URLSearchParams({ username: `nobody${index}`, password: 'a guess' }).toString(),
    });
    if (answer.statusCode === 401) refused += 1;
    else expect([400, 404, 405, 429], answer.body).toContain(answer.statusCode);
  }
  expect(refused).toBe(5);
});

test('calls to unknown paths are limited to 60 a minute, and known paths are not affected', async () => {
  const ask = (url: string, method: 'GET' | 'POST' = 'GET', remoteAddress = '192.0.2.8') =>
    side.app.inject({ method, url, remoteAddress });
  const answers = [];
  for (let index = 0; index < 62; index += 1) {
    answers.push(await ask(`/${['wp-login.php', 'api/admin', 'api/anecdotes/none/of/these'][index % 3]}${index}`));
  }
  expect(statuses(answers)).toEqual([...Array(60).fill(404), 429, 429]);
  expect(Number(answers[61]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('/api/nothing', 'POST')).statusCode).toBe(429);
  expect((await ask('/api/nothing', 'GET', '192.0.2.9')).statusCode).toBe(404);
  expect((await ask('/api/auth/verify-email', 'POST')).statusCode).toBe(400);
  now += 60 * SECOND;
  expect((await ask('/api/nothing')).statusCode).toBe(404);
});

test('an account writes 200 anecdotes at once and then 20 a second', async () => {
  const call = callerOf(side.app, await side.tokenOf());
  const answers = await Promise.all(
    Array.from({ length: 205 }, () => call('POST', '/api/anecdotes', { description: 'Quick' })),
  );
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(5);
  now += SECOND;
  expect((await call('POST', '/api/anecdotes', { description: 'Quick' })).statusCode).toBe(201);
});

test('a batch counts as one call, and its items are limited to 10,000 at once and 100 a second', async () => {
  const call = callerOf(side.app, await side.tokenOf());
  const anecdotes = Array.from({ length: 500 }, () => ({ description: 'One of many' }));
  const batch = () => call('POST', '/api/anecdotes/batch', { anecdotes });
  for (let calls = 0; calls < 20; calls += 1) expect((await batch()).statusCode).toBe(200);
  const ids = [newId()];
  expect(statuses([await batch(), await call('POST', '/api/anecdotes/batch/delete', { ids })])).toEqual([429, 429]);
  expect((await call('POST', '/api/anecdotes', { description: 'One by itself' })).statusCode).toBe(201);
  now += SECOND;
  expect((await batch()).statusCode).toBe(200);
  // The last batch was accepted as a whole; what it took beyond the limit must be waited for.
  const refused = await batch();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
});

test('an account exports five times an hour, and the accounts at one address ten times together', async () => {
  const both = await startBothSides({ isRateLimited: true });
  onTestFinished(() => both.close());
  const [visitor, mailbox] = [visitorOf(both), openMailbox(both)];
  const exported = async (times: number) => {
    const { token } = await visitor.newMember(mailbox);
    const answers = [];
    for (let time = 0; time < times; time += 1) answers.push(await both.call(token, 'GET', '/api/export'));
    return statuses(answers);
  };
  expect(await exported(6)).toEqual([...Array(5).fill(200), 429]);
  expect(await exported(5)).toEqual(Array(5).fill(200));
  expect(await exported(1)).toEqual([429]);
});

test('an account has a daily limit for bytes with its own message, and other accounts can still write', async () => {
  const dailyBytes = { account: 100_000, guests: 1e9, guestAddress: 1e9 };
  const own = await startCommandSide({ clock: () => new Date(now), isRateLimited: true, dailyBytes });
  onTestFinished(() => own.close());
  const [wordy, other] = [callerOf(own.app, await own.tokenOf()), callerOf(own.app, await own.tokenOf())];
  const description = 'x'.repeat(10_000);
  const { id } = (await wordy('POST', '/api/anecdotes', { description })).json().data;
  // A change of the tags writes the whole anecdote again.
  for (let edits = 0; edits < 9; edits += 1) {
    expect((await wordy('PUT', `/api/anecdotes/${id}`, { tags: [`tag ${edits}`] })).statusCode).toBe(200);
  }
  const refused = await wordy('PUT', `/api/anecdotes/${id}`, { tags: ['one more'] });
  expect([refused.statusCode, refused.json().error]).toEqual([
    429,
    expect.objectContaining({
      code: 'DAILY_LIMIT_REACHED',
      message: 'The daily limit for writing was reached. Please try again later.',
    }),
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_000);
  expect(refused.headers['ratelimit-policy']).toBe('"bytes";q=100000;qu="content-bytes";w=86400');
  expect((await other('POST', '/api/anecdotes', { description })).statusCode).toBe(201);
  now += 24 * HOUR;
  expect((await wordy('PUT', `/api/anecdotes/${id}`, { tags: ['the next day'] })).statusCode).toBe(200);
});

test('what an operation writes counts for its account whichever process runs it, and the operation can still be undone', async () => {
  const dailyBytes = { account: 50_000, guests: 1e9, guestAddress: 1e9 };
  const own = await startCommandSide({ isRateLimited: true, dailyBytes });
  onTestFinished(() => own.close());
  const account = await own.newAccount();
  const call = callerOf(own.app, await own.tokenOf(account));
  const anecdote = { description: 'x'.repeat(10_000), tags: ['old'] };
  const { id } = (await call('POST', '/api/anecdotes', anecdote)).json().data;
  const other = (await call('POST', '/api/anecdotes', anecdote)).json().data.id;
  const key = await own.deps.keys.get(account);
  if (key === 'destroyed') throw new Error('no key');
  // As another process stores it that accepted the operation and crashed.
  const done: string[] = [];
  for (const [from, to] of [
    ['old', 'new'],
    ['new', 'old'],
  ] as const) {
    const operation = newId() as CommandId;
    const sender = { actor: { account_id: account, kind: 'person' }, origin: { channel: 'web' } } as const;
    const kept = { id: operation, account, kind: 'tags', undoes: null, anecdotes: [id, other], parents: null } as const;
    const change = sealIntent(key, operation, { from, to });
    await insertOperation(own.vault, { ...kept, change, sender: { ...sender, correlationId: operation } }, new Date());
    const finished = 'select from vault.operation where id = $1 and finished_at is not null';
    await vi.waitUntil(async () => (await own.vault.query(finished, [operation])).rowCount === 1, { timeout: 60_000 });
    done.push(operation);
  }
  const refused = await call('PUT', `/api/anecdotes/${id}`, { tags: ['one more'] });
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'DAILY_LIMIT_REACHED']);

  const steer = (operation: string | undefined, step: string) => call('POST', `/api/operations/${operation}/${step}`);
  for (const step of ['pause', 'resume', 'cancel']) expect((await steer(done[1], step)).statusCode).toBe(200);
  const undone = (await steer(done[1], 'undo')).json().data;
  await vi.waitUntil(async () => (await steer(undone.id, 'cancel')).json().data.status === 'done', { timeout: 60_000 });
  const again = await steer(undone.id, 'undo');
  expect([again.statusCode, again.json().error.code]).toEqual([429, 'DAILY_LIMIT_REACHED']);
});

test('an operation that has to wait for another one costs nothing until it begins', async () => {
  const account = await side.newAccount();
  const call = callerOf(side.app, await side.tokenOf(account));
  const anecdotes = Array.from({ length: 10_001 }, newId);
  const rename = () => call('POST', '/api/tags/rename', { from: 'old', to: 'new', anecdotes });
  const first = await rename();
  const { id } = first.json().data;
  const finished = 'select from vault.operation where id = $1 and finished_at is not null';
  await vi.waitUntil(async () => (await side.vault.query(finished, [id])).rowCount === 1, { timeout: 60_000 });
  now += 200 * SECOND;
  const running =
    "update vault.operation set finished_at = null, leased_until = now() + interval '1 hour' where id = $1";
  await side.vault.query(running, [id]);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await rename();
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'OPERATION_RUNNING']);
  }
  await side.vault.query('update vault.operation set finished_at = now() where id = $1', [id]);
  expect([200, 202]).toContain((await rename()).statusCode);
  const refused = await rename();
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMITED']);
});

test('a password that could not be checked because too many wait does not count as a wrong one', async () => {
  const { token } = await visitorOf(side).newMember(openMailbox(side));
  const caller = await side.deps.authenticate(`Bearer ${token}`);
  if (caller.kind !== 'person') throw new Error('no person');
  const refuse = () => {
    throw new Problem('UNAVAILABLE', { retryAfter: 1 });
  };
  const passwords = { ...side.deps.passwords, assertNotBusy: refuse, matches: async () => refuse() };
  const visitor = { requestId: newId(), address: '192.0.2.1', userAgent: undefined };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const confirmed = confirmPassword({ ...side.deps, passwords }, caller, PASSWORD, visitor);
    await expect(confirmed).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  expect(await confirmPassword(side.deps, caller, PASSWORD, visitor)).toMatchObject({
    answer: { token_type: 'bearer' },
  });
});

test('an answer reports the limit that applies and what is left of it, and a refusal the limit that is used up', async () => {
  const call = callerOf(side.app, await side.tokenOf());
  const limitsOf = ({ headers }: { headers: Record<string, unknown> }) => [
    headers['ratelimit-policy'],
    headers.ratelimit,
    headers['retry-after'],
  ];
  const first = await call('POST', '/api/anecdotes', { description: 'Counted' });
  expect(limitsOf(first)).toEqual(['"command";q=1200;w=60', '"command";r=199;t=1', undefined]);
  const answers = [];
  for (let index = 0; index < 6; index += 1) answers.push(await from('192.0.2.1').logIn('nobody'));
  expect(limitsOf(answers[0] as (typeof answers)[0])).toEqual([
    '"address command";q=6000;w=60',
    '"address command";r=999;t=1',
    undefined,
  ]);
  expect(limitsOf(answers[5] as (typeof answers)[0])).toEqual([
    '"log-in burst";q=5;w=10',
    '"log-in burst";r=0;t=10',
    '10',
  ]);
});

test('the refusal of a log-in that has to wait after wrong passwords has no headers of a rate limit', async () => {
  for (let host = 1; host <= 6; host += 1) await from(`192.0.2.${host}`).logIn('nobody');
  const { statusCode, headers } = await from('192.0.2.7').logIn('nobody');
  expect([statusCode, headers['retry-after']]).toEqual([429, '1']);
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});

test('an answer reports a limit unless it refuses the caller or the path is unknown', async () => {
  const call = callerOf(side.app, await side.tokenOf());
  const stranger = callerOf(side.app, 'x');
  const answers = {
    invalid: await call('POST', '/api/anecdotes', {}),
    missing: await call('DELETE', '/api/anecdotes/0197c000-0000-7000-8000-00000000000a'),
    failedLogIn: await from('192.0.2.1').logIn('nobody'),
    unauthenticated: await stranger('POST', '/api/anecdotes', {}),
    unknownPath: await call('POST', '/api/unknown', {}),
    unknownMethod: await call('PUT', '/api/anecdotes', {}),
  };
  const reported = Object.entries(answers).map(([name, { statusCode, headers }]) => [
    name,
    statusCode,
    'ratelimit-policy' in headers && 'ratelimit' in headers,
  ]);
  expect(reported).toEqual([
    ['invalid', 400, true],
    ['missing', 404, true],
    ['failedLogIn', 401, true],
    ['unauthenticated', 401, false],
    ['unknownPath', 404, false],
    ['unknownMethod', 405, false],
  ]);
});
