import { ensureGuest } from '@anecdotes/command-service/account/guest';
import { forgetExpiredInvitations, inviteAddress } from '@anecdotes/command-service/account/invitations';
import {
  createMember,
  eraseMember,
  findMember,
  resetMember,
  switchMember,
} from '@anecdotes/command-service/account/operator';
import { insertOperation, takeOperation } from '@anecdotes/command-service/operations/stored-operations';
import { type AccountId, type CommandId, type RegistrationMode, streams } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealIntent } from '@anecdotes/contracts/server/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { GUEST_PASSWORD } from '../support/command-side.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { comparableAnswer, PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

let side: BothSides;
let mailbox: Mailbox;
let visitor: Visitor;
let address: string;

beforeAll(async () => {
  side = await startBothSides();
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
  address = await side.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => side.close());
beforeEach(() => setMode('open'));

/** Switches the registration mode, as a restart with another REGISTRATION would. */
function setMode(registration: RegistrationMode): void {
  Object.assign(side.deps, { registration });
}

function register(username: string, email: string, invitation?: string) {
  return visitor.post('register', { username, email, password: PASSWORD, ...(invitation && { invitation }) });
}

/** The status and code of a refusal. */
function refusalOf(answer: { statusCode: number; json(): { error: { code: string } | null } }) {
  return [answer.statusCode, answer.json().error?.code];
}

/** The types of the events in the stream of an account, each with its actor. */
async function record(account: AccountId): Promise<string[]> {
  const events = await side.log.readStream(streams.account(account));
  return events.map(({ type, metadata }) => `${type} by ${metadata.actor.kind}`);
}

describe('registration', () => {
  test('that is closed gives everybody the same refusal, with or without an invitation', async () => {
    const { email } = await visitor.newMember(mailbox);
    const { token } = await inviteAddress(side.deps, 'closed@example.org', 7);
    setMode('closed');
    const answers = [
      await register('somebody', 'nobody@example.org'),
      await register('guest', email),
      await register('somebody', 'closed@example.org', token),
      await visitor.post('check-invitation', { token }),
    ];
    expect(new Set(answers.map(comparableAnswer)).size).toBe(1);
    expect(refusalOf(answers[0] as (typeof answers)[0])).toEqual([403, 'REGISTRATION_CLOSED']);
  });

  test('by invitation accepts each invitation once, and only for its address', async () => {
    setMode('invite');
    const { account, token } = await inviteAddress(side.deps, 'Ina@example.org', 7);
    expect(refusalOf(await register('ina', 'ina@example.org'))).toEqual([403, 'INVITATION_NEEDED']);
    expect(refusalOf(await register('ina', 'ina@example.org', 'forged'))).toEqual([410, 'INVITATION_INVALID']);
    expect(refusalOf(await register('ina', 'other@example.org', token))).toEqual([
      422,
      'INVITATION_FOR_ANOTHER_ADDRESS',
    ]);
    const checked = await visitor.post('check-invitation', { token });
    expect(checked.json().data).toEqual({ email: 'Ina@example.org' });
    expect(refusalOf(await register('guest', 'ina@example.org', token))).toEqual([409, 'USERNAME_TAKEN']);

    const made = await Promise.all([1, 2, 3].map(() => register('ina', 'ina@example.org', token)));
    // Of identical registrations sent at once, at least one succeeds; the others get the same answer or a refusal.
    expect(made.map(({ statusCode }) => statusCode)).toContain(201);
    for (const answer of made) expect([201, 410]).toContain(answer.statusCode);
    expect((await register('ina', 'ina@example.org', token)).statusCode).toBe(201);
    expect(refusalOf(await register('eva', 'ina@example.org', token))).toEqual([410, 'INVITATION_INVALID']);
    expect(refusalOf(await visitor.post('check-invitation', { token }))).toEqual([410, 'INVITATION_INVALID']);

    expect(refusalOf(await visitor.logIn('ina'))).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await visitor.post('verify-email', { token: await mailbox.token('ina@example.org', 'verify-email') });
    expect((await visitor.logIn('ina')).statusCode).toBe(200);
    expect((await record(account)).slice(0, 2)).toEqual(['AccountInvited by operator', 'AccountRegistered by person']);
  });

  test('by an expired or replaced invitation is refused, and its address is forgotten', async () => {
    const late = await inviteAddress(side.deps, 'late@example.org', 7);
    const replaced = await inviteAddress(side.deps, 'late2@example.org', 7);
    await inviteAddress(side.deps, 'late2@example.org', 7);
    const expired = `update vault.invitation set expires_at = now() - interval '1 second' where account = $1`;
    await side.vault.query(expired, [late.account]);
    expect(refusalOf(await register('late', 'late@example.org', late.token))).toEqual([410, 'INVITATION_INVALID']);
    expect(refusalOf(await register('late', 'late2@example.org', replaced.token))).toEqual([410, 'INVITATION_INVALID']);
    await forgetExpiredInvitations(side.deps);
    for (const { account } of [late, replaced]) {
      expect(await side.deps.keys.get(account)).toBe('destroyed');
      expect((await record(account)).at(-1)).toMatch('AccountErased');
    }
  });

  test('by an expired invitation is made impossible also when another invitation cannot be forgotten', async () => {
    const invitations = [
      await inviteAddress(side.deps, 'first@example.org', 7),
      await inviteAddress(side.deps, 'second@example.org', 7),
    ];
    const expired = `update vault.invitation set expires_at = now() - interval '1 second' where account = $1`;
    for (const { account } of invitations) await side.vault.query(expired, [account]);
    const failsOnce = vi.fn(side.deps.newId).mockImplementationOnce(() => {
      throw new Error('broken');
    });
    await expect(forgetExpiredInvitations({ ...side.deps, newId: failsOnce })).rejects.toThrow('broken');
    const keys = await Promise.all(invitations.map(({ account }) => side.deps.keys.get(account)));
    expect(keys.map((key) => key === 'destroyed').sort()).toEqual([false, true]);
    await forgetExpiredInvitations(side.deps);
  });

  test('by invitation does not reveal that the address already belongs to an account', async () => {
    const [known, fresh] = [
      await inviteAddress(side.deps, 'known@example.org', 7),
      await inviteAddress(side.deps, 'fresh@example.org', 7),
    ];
    await visitor.register('owner', 'known@example.org');
    setMode('invite');
    const ask = async (name: string, { token }: typeof known) => {
      const before = await side.log.head();
      const answer = comparableAnswer(await register(`${name} too`, `${name}@example.org`, token));
      return { answer: answer.replaceAll(/known|fresh/gi, 'name'), moved: (await side.log.head()) - before };
    };
    const aboutKnown = await ask('known', known);
    expect(aboutKnown).toEqual(await ask('fresh', fresh));
    expect(aboutKnown.answer).toContain('201');
  });
});

test('disabling an account ends its sessions and blocks its API keys within five seconds, and enabling lets it in again', async () => {
  const { name, email, token } = await visitor.newMember(mailbox);
  const other = await visitor.newMember(mailbox);
  const key = (await side.call(token, 'POST', '/api/api-keys', { name: 'Program' })).json().data.key as string;
  const isIn = async (bearer: string) => (await side.call(bearer, 'GET', '/api/anecdotes')).statusCode === 200;
  expect([await isIn(token), await isIn(key)]).toEqual([true, true]);
  const open = new Set<string>();
  for (const bearer of [token, key]) {
    const { body } = await fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${bearer}` } });
    open.add(bearer);
    void body?.pipeTo(new WritableStream()).finally(() => open.delete(bearer));
  }

  expect(await switchMember(side.deps, await findMember(side.deps, email), true)).toBe(true);
  expect(await isIn(key)).toBe(false);
  await expectOverInFiveSeconds(async () => open.size === 0 && !(await isIn(token)));
  expect(await isIn(other.token)).toBe(true);
  expect(refusalOf(await visitor.logIn(name))).toEqual([403, 'ACCOUNT_DISABLED']);
  expect(refusalOf(await visitor.logIn(email))).toEqual([403, 'ACCOUNT_DISABLED']);
  const wrong = comparableAnswer(await visitor.logIn(name, 'a wrong password'));
  expect(wrong).toBe(comparableAnswer(await visitor.logIn('nobody at all', 'a wrong password')));

  expect(await switchMember(side.deps, await findMember(side.deps, name), true)).toBe(false);
  expect(await switchMember(side.deps, await findMember(side.deps, name), false)).toBe(true);
  const again = (await visitor.logIn(name)).json().data.access_token as string;
  expect([await isIn(again), await isIn(key), await isIn(token)]).toEqual([true, true, false]);
  const { data } = (await side.call(again, 'GET', '/api/history?kind=account')).json();
  const shown = data.map(({ type, through }: { type: string; through: { channel: string } }) => [
    type,
    through.channel,
  ]);
  expect(shown).toContainEqual(['AccountDisabled', 'operator']);
  expect(shown).toContainEqual(['AccountEnabled', 'operator']);
});

test('background work of a disabled account waits until the account is enabled', async () => {
  const { name, token } = await visitor.newMember(mailbox);
  const written = await side.call(token, 'POST', '/api/anecdotes', { description: 'One', tags: ['old'] });
  const { account } = await side.deps.authenticate(`Bearer ${token}`);
  const key = await side.deps.keys.get(account);
  if (key === 'destroyed') throw new Error('no key');
  await switchMember(side.deps, await findMember(side.deps, name), true);
  const id = newId() as CommandId;
  const operation = {
    ...{ id, account, kind: 'tags' as const, change: sealIntent(key, id, { from: 'old', to: 'new' }), undoes: null },
    ...{ anecdotes: [written.json().data.id], parents: null },
    sender: { actor: { account_id: account, kind: 'person' }, origin: { channel: 'web' }, correlationId: newId() },
  } as const;
  await insertOperation(side.vault, operation, new Date());
  expect(await takeOperation(side.vault, newId())).toBeUndefined();
  await switchMember(side.deps, await findMember(side.deps, name), false);
  const again = (await visitor.logIn(name)).json().data.access_token as string;
  const tags = async () => (await side.call(again, 'GET', '/api/anecdotes')).json().data[0].tags;
  await expect.poll(tags, { timeout: 20_000 }).toEqual(['new']);
});

describe('the operator', () => {
  test('creates an account whose password is set by a link, resets the password and erases the account', async () => {
    const { account, token } = await createMember(side.deps, { username: 'opal', email: 'opal@example.org' });
    const passwords = { new_password: PASSWORD, confirm_password: PASSWORD };
    expect((await visitor.post('reset-password', { token, ...passwords })).statusCode).toBe(200);
    expect((await visitor.logIn('opal@example.org')).statusCode).toBe(200);

    const first = await resetMember(side.deps, await findMember(side.deps, 'opal'), 'hand out');
    expect(
      await resetMember(side.deps, await findMember(side.deps, ` ${account.toUpperCase()} `), 'mail'),
    ).toBeUndefined();
    expect(refusalOf(await visitor.post('check-reset-link', { token: first }))).toEqual([410, 'RESET_LINK_INVALID']);
    const mailed = await mailbox.token('opal@example.org', 'password-reset');
    expect((await visitor.post('check-reset-link', { token: mailed })).statusCode).toBe(200);

    await eraseMember(side.deps, await findMember(side.deps, ' OPAL'));
    expect(refusalOf(await visitor.logIn('opal'))).toEqual([401, 'LOGIN_FAILED']);
    const done = (await record(account)).filter((line) => line.endsWith('by operator'));
    expect(done.map((line) => line.split(' ')[0])).toEqual([
      ...['AccountRegistered', 'EmailVerified', 'PasswordResetRequested', 'PasswordResetRequested', 'AccountErased'],
    ]);
  });

  test('creates an account for an invited address, and its invitation is void', async () => {
    const { account, token } = await inviteAddress(side.deps, 'ivy@example.org', 7);
    await createMember(side.deps, { username: 'ivy', email: 'Ivy@example.org' });
    expect(refusalOf(await visitor.post('check-invitation', { token }))).toEqual([410, 'INVITATION_INVALID']);
    expect(await side.deps.keys.get(account)).toBe('destroyed');
    expect((await record(account)).at(-1)).toMatch('AccountErased');
  });

  test('gets a refusal for a taken username or address, an unknown account, and the guest', async () => {
    const { name, email } = await visitor.newMember(mailbox);
    const taken = { code: 'USERNAME_TAKEN' };
    await expect(createMember(side.deps, { username: name, email: 'free@example.org' })).rejects.toMatchObject(taken);
    await expect(createMember(side.deps, { username: 'free name', email })).rejects.toMatchObject(taken);
    await expect(inviteAddress(side.deps, email.toUpperCase(), 7)).rejects.toMatchObject(taken);
    await expect(findMember(side.deps, 'nobody@example.org')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(findMember(side.deps, 'guest')).rejects.toMatchObject({ code: 'GUEST_NOT_ALLOWED' });
  });
});

test('turning off the guest account ends its sessions and refuses log-ins until it is turned on again', async () => {
  const token = (await visitor.logIn('guest', GUEST_PASSWORD)).json().data.access_token as string;
  await ensureGuest(side.deps, GUEST_PASSWORD, false);
  const refused = await visitor.logIn('guest', GUEST_PASSWORD);
  expect(refused.json().error).toMatchObject({
    code: 'ACCOUNT_DISABLED',
    message: 'The guest account is turned off on this server.',
  });
  await expectOverInFiveSeconds(async () => (await side.call(token, 'GET', '/api/anecdotes')).statusCode === 401);
  await ensureGuest(side.deps, GUEST_PASSWORD, true);
  expect((await visitor.logIn('guest', GUEST_PASSWORD)).statusCode).toBe(200);
});
