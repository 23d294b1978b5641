import { findCredential, rehash } from '@anecdotes/command-service/account/credentials';
import { eraseMember, findMember, resetMember, switchMember } from '@anecdotes/command-service/account/operator';
import { confirmPassword, eraseAccount } from '@anecdotes/command-service/account/own-account';
import { calibratedCost } from '@anecdotes/command-service/account/password/password-cost';
import { createPasswords } from '@anecdotes/command-service/account/password/passwords';
import { setDisabled } from '@anecdotes/command-service/account/switching';
import { createOperatorMetadata } from '@anecdotes/command-service/command-metadata';
import { streams } from '@anecdotes/contracts';
import type { PersonPrincipal } from '@anecdotes/contracts/server/auth/authentication';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CommandSide, callerOf, GUEST_PASSWORD, startCommandSide } from '../support/command-side.ts';
import { duringErasure } from '../support/lock-waits.ts';
import { BASE_URL, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { expectSoon } from '../support/quiet-machine.ts';
import { comparableAnswer, PASSWORD, uncachedAuthenticator, type Visitor, visitorOf } from '../support/visitor.ts';

let side: CommandSide;
let mailbox: Mailbox;
let visitor: Visitor;

beforeAll(async () => {
  side = await startCommandSide();
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(() => side.close());

const codeOf = (answer: { json(): { error: { code: string } | null } }) => answer.json().error?.code;

async function eventTypes(token: string): Promise<string[]> {
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  return (await side.log.readStream(streams.account(account))).map(({ type }) => type);
}

/** Lets the commit of the next transaction fail as if its connection were lost; `commit` is the late commit. */
function loseNextCommit(pool: pg.Pool): { commit(): Promise<void> } {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => Promise<pg.PoolClient>;
  let commit = async () => {};
  const lost = vi.spyOn(pool, 'connect').mockImplementation((async (...callback: unknown[]) => {
    const client = await connect(...callback);
    // `pool.query` connects with a callback.
    if (callback.length > 0) return client;
    lost.mockRestore();
    const { query, release } = client;
    client.query = ((statement: unknown, ...rest: unknown[]) => {
      if (statement === 'commit') return Promise.reject(new Error('Connection terminated unexpectedly'));
      return statement === 'rollback' ? Promise.resolve() : Reflect.apply(query, client, [statement, ...rest]);
    }) as never;
    client.release = () => {};
    commit = async () => {
      Object.assign(client, { query, release });
      await client.query('commit');
      client.release();
    };
    return client;
  }) as never);
  return { commit: () => commit() };
}

describe('registering', () => {
  test('a new account can log in, by username or address, only after the mailed link verified it', async () => {
    const answer = await visitor.register('River', 'River@Example.org');
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().data).toEqual({
      ...{ username: 'River', email: 'River@example.org', full_name: 'Ann Example' },
      ...{ is_active: true, is_verified: false },
      message: 'Registration successful! Please check your email to verify your account before logging in.',
    });
    const early = await visitor.logIn('river');
    expect([early.statusCode, early.json().detail]).toEqual([
      403,
      'Please verify your email address before logging in.',
    ]);
    expect(codeOf(await visitor.logIn('river', 'wrong-password'))).toBe('LOGIN_FAILED');

    const [mail] = await mailbox.of('River@example.org');
    expect(mail?.link).toMatch(new RegExp(`^${BASE_URL}/verify-email\\?token=[\\w-]{43}$`));
    expect(mail?.html).toContain(mail?.link.replace('&', '&amp;'));
    const token = await mailbox.token('River@example.org', 'verify-email');
    const verified = await visitor.post('verify-email', { token });
    expect(verified.json().data).toEqual({
      is_verified: true,
      already_verified: false,
      username: 'River',
      message: 'Email verified successfully! You can now log in.',
    });
    const again = await visitor.post('verify-email', { token });
    expect([again.statusCode, again.json().data]).toEqual([
      200,
      {
        is_verified: true,
        already_verified: true,
        username: 'River',
        message: 'This email address is already verified. You can log in.',
      },
    ]);
    expect(codeOf(await visitor.post('verify-email', { token: `${token}x` }))).toBe('VERIFICATION_LINK_INVALID');

    for (const name of ['river', 'RIVER', 'river@example.ORG'])
      expect((await visitor.logIn(name)).statusCode).toBe(200);
    const { access_token } = (await visitor.logIn('river')).json().data;
    expect(await eventTypes(access_token)).toEqual([
      'AccountRegistered',
      'EmailVerificationRequested',
      'EmailVerified',
    ]);
  });

  test('reports a taken username, but does not reveal that an address is already registered', async () => {
    await visitor.register('Meadow', 'meadow@example.org');
    const taken = await visitor.register('ｍｅａｄｏｗ', 'other@example.org');
    expect([taken.statusCode, taken.json().detail]).toEqual([409, 'This username is already taken']);
    expect(await mailbox.of('other@example.org')).toEqual([]);

    const known = await visitor.register('Meadow2', 'MEADOW@example.org');
    const fresh = await visitor.register('Meadow3', 'meadow3@example.org');
    const shape = (body: string) => body.replaceAll(/\d|MEADOW|meadow|Meadow/g, '');
    expect([known.statusCode, shape(known.body)]).toEqual([fresh.statusCode, shape(fresh.body)]);
    expect((await mailbox.of('meadow@example.org')).map(({ campaign }) => campaign)).toEqual([
      'verify-email',
      'account-exists',
    ]);
    expect(await mailbox.of('MEADOW@example.org')).toEqual([]);
    // This attempt takes the username like a real registration, and its log-ins are answered like those of a real one.
    expect(codeOf(await visitor.register('Meadow2', 'fourth@example.org'))).toBe('USERNAME_TAKEN');
    expect(codeOf(await visitor.logIn('Meadow2'))).toBe('EMAIL_NOT_VERIFIED');
  });

  test('the same registration sent again is answered like the first', async () => {
    const [first, second] = [
      await visitor.register('Echo', 'echo@example.org'),
      await visitor.register('Echo', 'echo@example.org'),
    ];
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(await mailbox.of('echo@example.org')).toHaveLength(1);
  });

  test('a registration that is committed after its connection was lost is complete', async () => {
    const late = loseNextCommit(side.vault);
    expect((await visitor.register('Late', 'late@example.org')).statusCode).toBe(503);
    await late.commit();
    const withoutKey = 'select from vault.credential where account not in (select subject from vault.subject_key)';
    expect((await side.vault.query(withoutKey)).rowCount).toBe(0);
    expect((await visitor.register('Late', 'late@example.org')).statusCode).toBe(201);
    expect(await mailbox.of('late@example.org')).toMatchObject([{ campaign: 'verify-email' }]);
  });

  test('of several simultaneous registrations of one username, one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => visitor.register('Rush', `rush${index}@example.org`)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('of several simultaneous registrations of one address, only one can be verified', async () => {
    await Promise.all(['one', 'two', 'three'].map((name) => visitor.register(name, 'shared@example.org')));
    const campaigns = (await mailbox.of('shared@example.org')).map(({ campaign }) => campaign);
    expect(campaigns.sort()).toEqual(['account-exists', 'account-exists', 'verify-email']);
  });

  test.each([
    [{ username: ' ', email: 'a@example.org', password: PASSWORD }, 'Please choose a username'],
    [{ username: 'a@b', email: 'a@example.org', password: PASSWORD }, 'Please choose a username without @'],
    [
      { username: 'a\u202eb', email: 'a@example.org', password: PASSWORD },
      'Please choose a username without invisible characters',
    ],
    [{ username: 'ann', email: 'no address', password: PASSWORD }, 'Please enter a valid email address'],
    [{ username: 'ann', email: 'a@example.org', password: 'short' }, 'Password must be at least 6 characters'],
    [{ username: 'ann', email: 'a@example.org', password: 'Password123' }, 'Please choose a less common password'],
    [
      { username: 'ann-the-first', email: 'a@example.org', password: 'ANN-the-first' },
      'Please choose a less common password',
    ],
    [
      { username: 'ann', email: 'a@example.org', password: PASSWORD, role: 'guest' },
      'role: Unknown field. Expected here: invitation, username, email, password, full_name.',
    ],
  ])('%j is refused with a one-sentence message', async (body, detail) => {
    const answer = await visitor.post('register', body);
    expect([answer.statusCode, answer.json().detail]).toEqual([400, detail]);
  });
});

test('a log-in replaces an outdated password hash with a stronger one', async () => {
  const { name } = await visitor.newMember(mailbox);
  const old = await createPasswords({ m: 8, t: 1, p: 1 }).hash(PASSWORD);
  await side.vault.query("update vault.credential set password_hash = $1 where role = 'member'", [old]);
  expect((await visitor.logIn(name)).statusCode).toBe(200);
  const { rows } = await side.vault.query(
    "select password_hash from vault.credential where role = 'member' and password_hash <> $1",
    [old],
  );
  expect(rows).toEqual([{ password_hash: expect.stringContaining('$m=64,t=1,p=1$') }]);
  expect((await visitor.logIn(name)).statusCode).toBe(200);
});

test('a stronger hash never overwrites a password that was changed in the meantime', async () => {
  const { name, token } = await visitor.newMember(mailbox);
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  const { rows } = await side.vault.query('select password_hash from vault.credential where account = $1', [account]);
  const body = { current_password: PASSWORD, new_password: 'another river' };
  expect((await callerOf(side.app, token)('POST', '/api/auth/change-password', body)).statusCode).toBe(200);
  await rehash(side.vault, account, rows[0].password_hash, await side.deps.passwords.hash(PASSWORD));
  expect((await visitor.logIn(name)).statusCode).toBe(401);
  expect((await visitor.logIn(name, 'another river')).statusCode).toBe(200);
});

test('the cost of a password hash is calibrated at start, at least as high as that of stored hashes and at most 10 passes', async () => {
  const start = performance.now();
  const { m, t = 0, p } = await calibratedCost(side.vault);
  expectSoon(start, 5_000);
  expect({ m, p }).toEqual({ m: 65_536, p: 1 });
  expect(t).toBeGreaterThanOrEqual(3);
  expect(t).toBeLessThanOrEqual(10);
  const account = await side.newAccount();
  for (const [kept, expected] of [
    [9, 9],
    [50, 10],
  ]) {
    const hash = `$argon2id$v=19$m=65536,t=${kept},p=1$c2FsdA$aGFzaA`;
    await side.vault.query('update vault.credential set password_hash = $2 where account = $1', [account, hash]);
    const { t: passes = 0 } = await calibratedCost(side.vault);
    expect(passes).toBeGreaterThanOrEqual(expected ?? 0);
    expect(passes).toBeLessThanOrEqual(10);
  }
});

describe('a hundred wrong passwords in a row', () => {
  const guess = async (name: string, times: number) => {
    for (let time = 0; time < times; time += 1) expect((await visitor.logIn(name, 'a guess')).statusCode).toBe(401);
  };

  test('disable the password silently until it is reset by mail, while existing sessions stay valid', async () => {
    const { name, email, token } = await visitor.newMember(mailbox);
    await guess(name, 99);
    await guess(email, 1);
    const right = await visitor.logIn(name);
    expect(comparableAnswer(right)).toBe(comparableAnswer(await visitor.logIn('nobody')));
    expect(comparableAnswer(await visitor.logIn(email))).toBe(comparableAnswer(right));
    expect((await call(token)('POST', '/api/anecdotes', { description: 'Still in' })).statusCode).toBe(201);

    await visitor.post('forgot-password', { email });
    const link = await mailbox.token(email, 'password-reset');
    const body = { token: link, new_password: PASSWORD, confirm_password: PASSWORD };
    expect((await visitor.post('reset-password', body)).statusCode).toBe(200);
    expect((await visitor.logIn(name)).statusCode).toBe(200);
  });

  test('are counted from zero after each correct one, and are also counted when they arrive at once', async () => {
    const { name } = await visitor.newMember(mailbox);
    for (let round = 0; round < 2; round += 1) {
      await guess(name, 99);
      expect((await visitor.logIn(name)).statusCode).toBe(200);
    }
    for (let wave = 0; wave < 5; wave += 1) {
      await Promise.all(Array.from({ length: 30 }, () => visitor.logIn(name, 'a guess')));
    }
    expect((await visitor.logIn(name)).statusCode).toBe(401);
  });

  test('do not affect the guest account, whose password is public', async () => {
    await guess('guest', 101);
    expect((await visitor.logIn('guest', GUEST_PASSWORD)).statusCode).toBe(200);
  });
});

const call = (token: string) => callerOf(side.app, token);

test('an account that is disabled and enabled at the same time has the same state in the log and in the vault', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  const setTo = (isDisabled: boolean) =>
    setDisabled(side.deps, createOperatorMetadata(side.deps, account), account, isDisabled);
  const connect = side.vault.connect.bind(side.vault) as (...callback: unknown[]) => Promise<pg.PoolClient>;
  const connecting = vi.spyOn(side.vault, 'connect').mockImplementation((async (...callback: unknown[]) => {
    // `pool.query` connects with a callback; this is the transaction that enables the account.
    if (callback.length > 0) return connect(...callback);
    connecting.mockRestore();
    await setTo(true);
    return connect();
  }) as never);
  await setTo(false);
  const { isDisabled } = (await findCredential(side.vault, account)) ?? {};
  const events = (await eventTypes(token)).filter((type) => /^Account(?:Dis|En)abled$/.test(type));
  expect([isDisabled, events]).toEqual([false, ['AccountDisabled', 'AccountEnabled']]);
});

test('an account that is erased at the same time is neither disabled nor said to be, and gets no reset link', async () => {
  const { name } = await visitor.newMember(mailbox);
  const member = await findMember(side.deps, name);
  await eraseMember(side.deps, member);
  for (const isDisabled of [true, false]) {
    await expect(switchMember(side.deps, member, isDisabled)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const way of ['hand out', 'mail'] as const) {
    await expect(resetMember(side.deps, member, way)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('a reset link that is requested while its account is being erased is refused', async () => {
  const { name } = await visitor.newMember(mailbox);
  const member = await findMember(side.deps, name);
  const resetting = duringErasure(side.vault, member.account, () => resetMember(side.deps, member, 'hand out'));
  await expect(resetting).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('managing one’s own account', () => {
  test('a changed password ends the other sessions, keeps this one and deactivates API keys', async () => {
    const { name, token } = await visitor.newMember(mailbox);
    const { key } = (await call(token)('POST', '/api/api-keys', { name: 'A script' })).json().data;
    const other = (await visitor.logIn(name)).json().data.access_token as string;
    const change = (current_password: string, new_password: string) =>
      call(token)('POST', '/api/auth/change-password', { current_password, new_password });
    const wrong = await change('not my river', 'another river');
    expect([wrong.statusCode, wrong.json().detail]).toEqual([403, 'Your current password is incorrect']);
    expect((await change(PASSWORD, ' '.repeat(8))).statusCode).toBe(400);
    expect((await change(PASSWORD, 'password')).json().detail).toBe('Please choose a less common password');
    const same = await change(PASSWORD, PASSWORD);
    expect([same.statusCode, same.json().error.fields]).toEqual([
      400,
      { new_password: 'This is your current password' },
    ]);
    expect((await change('a guess', 'a guess')).json().error.code).toBe('WRONG_PASSWORD');
    expect((await change(PASSWORD, 'another river')).statusCode).toBe(200);
    const fresh = uncachedAuthenticator(side);
    await expect(fresh(`Bearer ${key}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(fresh(`Bearer ${other}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(fresh(`Bearer ${token}`)).resolves.toMatchObject({ kind: 'person' });
  });

  test('a change of the password sent again is answered like the first, but tells nothing about an older password', async () => {
    const { name, token } = await visitor.newMember(mailbox);
    const change = (current_password: string, new_password: string) =>
      call(token)('POST', '/api/auth/change-password', { current_password, new_password });
    const twice = [await change(PASSWORD, 'another river'), await change(PASSWORD, 'another river')];
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(codeOf(await change(PASSWORD, 'third river'))).toBe('WRONG_PASSWORD');
    expect((await eventTypes(token)).filter((type) => type === 'PasswordChanged')).toHaveLength(1);
    expect((await visitor.logIn(name, 'another river')).statusCode).toBe(200);
    const { account } = await side.deps.authenticate(`Bearer ${token}`);
    const age = `update vault.credential set updated_at = updated_at - interval '11 minutes' where account = $1`;
    await side.vault.query(age, [account]);
    expect(codeOf(await change(PASSWORD, 'another river'))).toBe('WRONG_PASSWORD');
  });

  test('a session can be ended only by its owner, and ending it records an event', async () => {
    const [ann, ben] = [await visitor.newMember(mailbox), await visitor.newMember(mailbox)];
    const principal = await side.deps.authenticate(`Bearer ${ann.token}`);
    const session = principal.kind === 'person' ? principal.session : undefined;
    const foreign = await call(ben.token)('DELETE', `/api/auth/sessions/${session}`);
    const missing = await call(ben.token)('DELETE', '/api/auth/sessions/0197c000-0000-7000-8000-00000000000a');
    expect([foreign.statusCode, comparableAnswer(foreign)]).toEqual([404, comparableAnswer(missing)]);
    expect((await call(ann.token)('DELETE', `/api/auth/sessions/${session}`)).statusCode).toBe(200);
    const types = (await side.log.readStream(`session-${session}`)).map(({ type }) => type);
    expect(types).toEqual(['SessionStarted', 'SessionEnded']);
  });

  test('a log-in with a new client program is reported by mail, one with a new version of it is not', async () => {
    const { name, email } = await visitor.newMember(mailbox);
    await visitor.logIn(name, PASSWORD, { 'user-agent': 'Phone/2.0' });
    await visitor.logIn(name, PASSWORD, { 'user-agent': 'Phone/2.1' });
    expect((await mailbox.of(email)).map(({ campaign }) => campaign)).toEqual(['verify-email', 'new-session']);
  });

  test('an erased account can no longer log in, its key is destroyed, and its username and address are free again', async () => {
    const { name, email, token } = await visitor.newMember(mailbox);
    const { account } = await side.deps.authenticate(`Bearer ${token}`);
    const erase = (password: string) => call(token)('DELETE', '/api/auth/me', { password });
    expect(codeOf(await erase('not my river'))).toBe('WRONG_PASSWORD');
    expect((await erase(PASSWORD)).statusCode).toBe(200);
    // The ended session may still be cached as valid for some seconds, but it must not create an API key.
    expect(codeOf(await call(token)('POST', '/api/api-keys', { name: 'Late' }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await visitor.logIn(name))).toBe('LOGIN_FAILED');
    expect(await side.deps.keys.get(account)).toBe('destroyed');
    const { rows } = await side.vault.query(
      `select (select count(*) from vault.session where account = $1) as sessions,
              (select count(*) from vault.mail where account = $1) as mails,
              (select count(*) from vault.credential where account = $1) as credentials`,
      [account],
    );
    expect(rows).toEqual([{ sessions: 0n, mails: 0n, credentials: 0n }]);
    expect((await visitor.register(name, email)).statusCode).toBe(201);
    expect((await mailbox.of(email)).at(-1)?.campaign).toBe('verify-email');
  });

  test('a confirmation of the password and an erasure can be sent again while the ended session is still cached', async () => {
    const { token } = await visitor.newMember(mailbox);
    const caller = (await side.deps.authenticate(`Bearer ${token}`)) as PersonPrincipal;
    const from = { requestId: 'req', address: '192.0.2.1', userAgent: undefined };
    await confirmPassword(side.deps, caller, PASSWORD, from);
    const { answer } = await confirmPassword(side.deps, caller, PASSWORD, from);
    await expect(uncachedAuthenticator(side)(`Bearer ${answer.access_token}`)).resolves.toMatchObject({
      account: caller.account,
    });
    await expect(uncachedAuthenticator(side)(`Bearer ${token}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await eraseAccount(side.deps, caller, PASSWORD, from)).toBeGreaterThan(0n);
    expect(await eraseAccount(side.deps, caller, PASSWORD, from)).toBe(0n);
  });

  test('an erasure that is sent again before the first one has ended is answered like it', async () => {
    const { token } = await visitor.newMember(mailbox);
    const caller = (await side.deps.authenticate(`Bearer ${token}`)) as PersonPrincipal;
    const from = { requestId: 'r', address: '::1', userAgent: undefined };
    expect(await duringErasure(side.vault, caller.account, () => eraseAccount(side.deps, caller, PASSWORD, from))).toBe(
      0n,
    );
  });

  test('the guest cannot change the password, erase the account, create API keys or end other sessions', async () => {
    const { access_token } = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data;
    const guest = call(access_token);
    const answers = [
      await guest('POST', '/api/auth/change-password', { current_password: GUEST_PASSWORD, new_password: PASSWORD }),
      await guest('DELETE', '/api/auth/me', { password: GUEST_PASSWORD }),
      await guest('POST', '/api/api-keys', { name: 'Mine' }),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().detail]).toEqual([403, 'Not available for the guest account']);
    }
    const other = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token;
    const principal = await side.deps.authenticate(`Bearer ${other}`);
    const session = principal.kind === 'person' ? principal.session : undefined;
    expect(codeOf(await guest('DELETE', `/api/auth/sessions/${session}`))).toBe('SESSION_NOT_FOUND');
  });
});
