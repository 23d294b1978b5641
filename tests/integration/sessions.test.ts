import { findCredential } from '@anecdotes/command-service/account/credentials';
import { startSession } from '@anecdotes/command-service/account/sessions';
import { createSystemMetadata } from '@anecdotes/command-service/command-metadata';
import { changeVault } from '@anecdotes/command-service/vault/change-vault';
import { headers } from '@anecdotes/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

let side: BothSides;
let mailbox: Mailbox;
let visitor: Visitor;
let address: string;

beforeAll(async () => {
  side = await startBothSides({ accessTokenTtl: 60 });
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
  address = await side.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => side.close());

const read = async (token: string) => (await side.call(token, 'GET', '/api/anecdotes')).statusCode;
const write = async (token: string) =>
  (await side.call(token, 'POST', '/api/anecdotes', { description: 'Still here' })).statusCode;
const isOut = (token: string) =>
  expectOverInFiveSeconds(async () => (await read(token)) === 401 && (await write(token)) === 401);
const logIn = async (name: string, password = PASSWORD) =>
  (await visitor.logIn(name, password)).json().data.access_token as string;

/** Opens a live connection; the returned function says whether it is still open. */
async function openLive(token: string): Promise<() => boolean> {
  const { body } = await fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  let isOpen = true;
  void body?.pipeTo(new WritableStream()).finally(() => {
    isOpen = false;
  });
  return () => isOpen;
}

test('a log-out, a changed or reset password and an erasure end sessions on both services within five seconds', async () => {
  const [ann, ben, cem, dan] = [
    await visitor.newMember(mailbox),
    await visitor.newMember(mailbox),
    await visitor.newMember(mailbox),
    await visitor.newMember(mailbox),
  ];
  const kept = await logIn(ben.name);
  const tokens = [ann, ben, cem, dan].map(({ token }) => token);
  for (const token of tokens) expect([await read(token), await write(token)]).toEqual([200, 201]);

  const [annIsLive, keptIsLive] = [await openLive(ann.token), await openLive(kept)];
  await side.call(ann.token, 'POST', '/api/auth/logout');
  const annIsOut = expectOverInFiveSeconds(async () => !annIsLive());
  const change = { current_password: PASSWORD, new_password: 'another river' };
  expect((await side.call(kept, 'POST', '/api/auth/change-password', change)).statusCode).toBe(200);
  await visitor.post('forgot-password', { email: cem.email });
  const token = await mailbox.token(cem.email, 'password-reset');
  await visitor.post('reset-password', { token, new_password: 'third river', confirm_password: 'third river' });
  expect((await side.call(dan.token, 'DELETE', '/api/auth/me', { password: PASSWORD })).statusCode).toBe(200);

  await Promise.all([annIsOut, ...tokens.map(isOut)]);
  expect(await read(kept)).toBe(200);
  expect(keptIsLive()).toBe(true);
});

test('a log-in does not start a session if the password is replaced while it is checked', async () => {
  const ann = await visitor.newMember(mailbox);
  const { account } = await side.deps.authenticate(`Bearer ${ann.token}`);
  const credential = await findCredential(side.vault, account);
  if (credential === undefined) throw new Error('no credential');
  const metadata = createSystemMetadata(side.deps, account);
  const start = () =>
    changeVault(side.deps, metadata, (change) =>
      startSession(side.deps, change, { account, credential, userAgent: undefined }),
    );
  await start();
  const replaced = { current_password: PASSWORD, new_password: 'another river' };
  expect((await side.call(ann.token, 'POST', '/api/auth/change-password', replaced)).statusCode).toBe(200);
  await expect(start()).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
});

test('a person can list and end their own sessions', async () => {
  const { name, token } = await visitor.newMember(mailbox);
  const phone = (await visitor.logIn(name, PASSWORD, { 'user-agent': 'Phone/2.0' })).json().data.access_token;
  const list = (await side.call(token, 'GET', '/api/auth/sessions')).json().data;
  expect(list).toMatchObject([
    { user_agent: 'lightMyRequest', is_current: true },
    { user_agent: 'Phone/2.0', is_current: false },
  ]);
  expect((await side.call(token, 'DELETE', `/api/auth/sessions/${list[1].id}`)).statusCode).toBe(200);
  expect((await side.call(token, 'GET', '/api/auth/sessions')).json().data).toHaveLength(1);
  await isOut(phone);
});

test('of more than 200 sessions, the list has the current one and the newest others', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { body } = await side.call(token, 'GET', '/api/auth/sessions');
  await side.vault.query(
    `insert into vault.session (id, account, role, expires_at)
     select gen_random_uuid(), account, role, expires_at from vault.session, generate_series(1, 250) where id = $1`,
    [JSON.parse(body).data[0].id],
  );
  const list = (await side.call(token, 'GET', '/api/auth/sessions')).json().data;
  expect(list).toHaveLength(200);
  expect(list[0]).toEqual(JSON.parse(body).data[0]);
});

test('each user of the shared guest account sees only their own session', async () => {
  const [first, second] = [await logIn('guest', GUEST_PASSWORD), await logIn('guest', GUEST_PASSWORD)];
  for (const token of [first, second]) {
    expect((await side.call(token, 'GET', '/api/auth/sessions')).json().data).toMatchObject([{ is_current: true }]);
  }
});

test('a token is renewed in the second half of its life, and its session with it', async () => {
  const { name, token } = await visitor.newMember(mailbox);
  const early = await side.call(token, 'GET', '/api/auth/me');
  expect([early.statusCode, early.headers[headers.renewedToken]]).toEqual([200, undefined]);

  const principal = await side.deps.authenticate(`Bearer ${await logIn(name)}`);
  if (principal.kind !== 'person') throw new Error('no person');
  const past = new Date(Date.now() - 40_000);
  const old = await side.deps.signer.sign(principal.account, principal.session, past);
  const late = await side.call(old, 'GET', '/api/auth/me');
  const renewed = String(late.headers[headers.renewedToken]);
  expect(renewed).toMatch(/^ey/);
  expect(await read(renewed)).toBe(200);
  const fresh = await side.deps.authenticate(`Bearer ${renewed}`);
  expect(fresh).toMatchObject({ account: principal.account, session: principal.session });
});

test('keys are created or rotated and a journal is exported only within five minutes after the password was entered', async () => {
  const { name, token: earlier } = await visitor.newMember(mailbox);
  const key = (await side.call(earlier, 'POST', '/api/api-keys', { name: 'Backup' })).json().data;
  const [old, guest] = [await logIn(name), await logIn('guest', GUEST_PASSWORD)];
  await side.vault.query(`update vault.session set created_at = created_at - interval '301 seconds'`);
  const create = (token: string) => side.call(token, 'POST', '/api/api-keys', { name: 'Script' });
  const rotate = (token: string) => side.call(token, 'POST', `/api/api-keys/${key.id}/rotate`, {});
  const exportWith = async (bearer: string) => {
    const answer = await fetch(`${address}/api/export`, { headers: { authorization: `Bearer ${bearer}` } });
    return { statusCode: answer.status, body: await answer.text() };
  };
  for (const action of [create, rotate, exportWith]) {
    const answer = await action(old);
    expect([answer.statusCode, JSON.parse(answer.body).error.code]).toEqual([403, 'REAUTH_REQUIRED']);
  }
  expect(await read(old)).toBe(200);
  expect((await exportWith(key.key)).statusCode).toBe(200);
  expect((await exportWith(guest)).statusCode).toBe(200);

  const confirm = (password: string) => side.call(old, 'POST', '/api/auth/confirm-password', { password });
  expect((await confirm('a wrong one')).json().error.code).toBe('WRONG_PASSWORD');
  const confirmed = (await confirm(PASSWORD)).json().data.access_token;
  expect((await create(confirmed)).statusCode).toBe(201);
  expect((await rotate(confirmed)).statusCode).toBe(200);
  expect((await exportWith(confirmed)).statusCode).toBe(200);
  await expect(side.deps.authenticate(`Bearer ${old}`, { skipCache: true })).rejects.toThrow('session has expired');
});
