import { findCredential } from '@anecdotes/command-service/account/credentials';
import { eraseUnverifiedAccounts } from '@anecdotes/command-service/account/expire-unverified';
import type { AccountId } from '@anecdotes/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { PASSWORD, uncachedAuthenticator, type Visitor, visitorOf } from '../support/visitor.ts';

let side: CommandSide;
let mailbox: Mailbox;
let visitor: Visitor;
let now = Date.now();

beforeAll(async () => {
  side = await startCommandSide({ clock: () => new Date(now) });
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
beforeEach(() => {
  now = Date.now();
});
afterAll(() => side.close());

const codeOf = (answer: { json(): { error: { code: string } | null } }) => answer.json().error?.code;

describe('verification links', () => {
  test('are invalidated by a newer one and after 24 hours', async () => {
    await visitor.register('Slow', 'slow@example.org');
    const first = await mailbox.token('slow@example.org', 'verify-email');
    const resent = await visitor.post('resend-verification-email', { email: 'slow@example.org' });
    expect(resent.json().data.message).toBe(
      'If an account with this email exists and is not verified, a verification email has been sent.',
    );
    const second = await mailbox.token('slow@example.org', 'verify-email');
    expect(codeOf(await visitor.post('verify-email', { token: first }))).toBe('VERIFICATION_LINK_INVALID');
    now += 24 * 3_600_000 + 1_000;
    expect(codeOf(await visitor.post('verify-email', { token: second }))).toBe('VERIFICATION_LINK_INVALID');
    await visitor.post('resend-verification-email', { email: 'slow@example.org' });
    const third = await mailbox.token('slow@example.org', 'verify-email');
    expect(
      codeOf(
        await visitor.post('reset-password', { token: third, new_password: PASSWORD, confirm_password: PASSWORD }),
      ),
    ).toBe('RESET_LINK_INVALID');
    expect((await visitor.post('verify-email', { token: third })).statusCode).toBe(200);
    now += 24 * 3_600_000 + 1_000;
    expect(codeOf(await visitor.post('verify-email', { token: third }))).toBe('VERIFICATION_LINK_INVALID');
    await visitor.post('resend-verification-email', { email: 'slow@example.org' });
    expect(await mailbox.of('slow@example.org')).toHaveLength(3);
  });

  test('requested for an unknown address get the usual answer, and nothing is sent', async () => {
    const answers = [
      await visitor.post('resend-verification-email', { email: 'nobody@example.org' }),
      await visitor.post('forgot-password', { email: 'nobody@example.org' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await mailbox.of('nobody@example.org')).toEqual([]);
  });
});

describe('resetting a password', () => {
  const reset = (token: string, new_password: string, confirm_password = new_password) =>
    visitor.post('reset-password', { token, new_password, confirm_password });

  test('ends every session, deactivates keys and tells the owner by mail', async () => {
    const { name, email, token } = await visitor.newMember(mailbox);
    const { key } = (await callerOf(side.app, token)('POST', '/api/api-keys', { name: 'A script' })).json().data;
    const asked = await visitor.post('forgot-password', { email });
    expect(asked.json().data.message).toBe(
      'If an account with this email exists, you will receive a password reset link shortly.',
    );
    const link = await mailbox.token(email, 'password-reset');
    expect((await reset(link, 'another river', 'another rivet')).json().detail).toBe('Passwords do not match');
    expect((await reset(link, 'short')).json().detail).toBe('Password must be at least 6 characters');
    expect((await reset(link, ' '.repeat(8))).json().detail).toBe('Password must not be blank');
    expect((await reset(link, 'password1')).json().detail).toBe('Please choose a less common password');
    const done = await reset(link, 'another river');
    expect(done.json().data.message).toBe('Password reset successfully! You can now log in with your new password.');
    expect(codeOf(await reset(link, 'third river'))).toBe('RESET_LINK_INVALID');

    expect(codeOf(await visitor.logIn(name))).toBe('LOGIN_FAILED');
    expect((await visitor.logIn(name, 'another river')).statusCode).toBe(200);
    const fresh = uncachedAuthenticator(side);
    await expect(fresh(`Bearer ${key}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(fresh(`Bearer ${token}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const mails = await mailbox.of(email);
    expect(mails.map(({ campaign }) => campaign)).toEqual(['verify-email', 'password-reset', 'password-changed']);
    expect(mails.at(-1)?.text).toContain('your API keys were deactivated');
  });

  test('allows any number of checks of the link, and refuses used, late and guessed links alike', async () => {
    const check = async (token: string) => {
      const answer = await visitor.post('check-reset-link', { token });
      return [answer.statusCode, codeOf(answer)];
    };
    const { email } = await visitor.newMember(mailbox);
    await visitor.post('forgot-password', { email });
    const link = await mailbox.token(email, 'password-reset');
    expect([await check(link), await check(link)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    now += 30 * 60_000 + 1_000;
    expect(await check(link)).toEqual([410, 'RESET_LINK_INVALID']);
    await visitor.post('forgot-password', { email });
    const second = await mailbox.token(email, 'password-reset');
    expect((await reset(second, 'another river')).statusCode).toBe(200);
    expect(await check(second)).toEqual([410, 'RESET_LINK_INVALID']);
    expect(await check('guess')).toEqual([410, 'RESET_LINK_INVALID']);
    const verification = await mailbox.token(email, 'verify-email');
    expect(await check(verification)).toEqual([410, 'RESET_LINK_INVALID']);
  });

  test('sent again with the same password is answered like the first, until the password is changed otherwise', async () => {
    const { name, email } = await visitor.newMember(mailbox);
    await visitor.post('forgot-password', { email });
    const link = await mailbox.token(email, 'password-reset');
    const twice = [await reset(link, 'another river'), await reset(link, 'another river')];
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(twice[1]?.json().data).toEqual(twice[0]?.json().data);
    const campaigns = (await mailbox.of(email)).map(({ campaign }) => campaign);
    expect(campaigns).toEqual(['verify-email', 'password-reset', 'password-changed']);
    expect(codeOf(await reset(link, 'third river'))).toBe('RESET_LINK_INVALID');

    const { access_token } = (await visitor.logIn(name, 'another river')).json().data;
    const change = { current_password: 'another river', new_password: 'fourth river' };
    await callerOf(side.app, access_token)('POST', '/api/auth/change-password', change);
    expect(codeOf(await reset(link, 'fourth river'))).toBe('RESET_LINK_INVALID');
  });

  test('verifies the address of an account that was not verified yet', async () => {
    await visitor.register('Forgetful', 'forgetful@example.org');
    await visitor.post('forgot-password', { email: 'forgetful@example.org' });
    await reset(await mailbox.token('forgetful@example.org', 'password-reset'), 'another river');
    expect((await visitor.logIn('forgetful', 'another river')).statusCode).toBe(200);
  });

  test('works for 30 minutes, and only with the newest link', async () => {
    const { email } = await visitor.newMember(mailbox);
    await visitor.post('forgot-password', { email });
    const first = await mailbox.token(email, 'password-reset');
    await visitor.post('forgot-password', { email });
    const second = await mailbox.token(email, 'password-reset');
    expect(codeOf(await reset(first, 'another river'))).toBe('RESET_LINK_INVALID');
    now += 30 * 60_000 + 1_000;
    expect(codeOf(await reset(second, 'another river'))).toBe('RESET_LINK_INVALID');
  });

  test('refuses a log-in or password change that was checked against the old password before', async () => {
    const { name, email } = await visitor.newMember(mailbox);
    const resetTo = async (password: string) => {
      await visitor.post('forgot-password', { email });
      expect((await reset(await mailbox.token(email, 'password-reset'), password)).statusCode).toBe(200);
    };
    const { passwords } = side.deps;
    const { runQueued, hash } = passwords;
    vi.spyOn(passwords, 'runQueued').mockImplementationOnce(async (check) => {
      const decision = await runQueued(check);
      await resetTo('another river');
      return decision;
    });
    expect(codeOf(await visitor.logIn(name))).toBe('LOGIN_FAILED');

    const { access_token } = (await visitor.logIn(name, 'another river')).json().data;
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (next) => {
      await resetTo('third river');
      return hash(next);
    });
    const change = { current_password: 'another river', new_password: 'fourth river' };
    const changed = await callerOf(side.app, access_token)('POST', '/api/auth/change-password', change);
    expect(codeOf(changed)).toBe('WRONG_PASSWORD');
    expect((await visitor.logIn(name, 'third river')).statusCode).toBe(200);
  });

  test('succeeds once when one link is used fifty times at once', async () => {
    const { name, email } = await visitor.newMember(mailbox);
    await visitor.post('forgot-password', { email });
    const link = await mailbox.token(email, 'password-reset');
    const passwords = Array.from({ length: 50 }, (_, index) => `another river ${index}`);
    const answers = await Promise.all(passwords.map((password) => reset(link, password)));
    const winners = passwords.filter((_, index) => answers[index]?.statusCode === 200);
    expect(winners).toHaveLength(1);
    expect((await visitor.logIn(name, winners[0])).statusCode).toBe(200);
  });
});

test('an account that is not verified within a week is erased, and its names are free again', async () => {
  const halfMade = await side.newAccount();
  await side.vault.query('update vault.credential set unverified_since = now() where account = $1', [halfMade]);
  await visitor.register('Lapsed', 'lapsed@example.org');
  const { email } = await visitor.newMember(mailbox);
  await visitor.register('Unreadable', 'unreadable@example.org');
  const { rows } = await side.vault.query<{ account: AccountId }>(
    `update vault.credential set unverified_since = '2020-01-01'
     where account = (select account from vault.mail order by id desc limit 1) returning account`,
  );
  const unreadable = rows[0]?.account as AccountId;
  await side.vault.query('delete from vault.subject_key where subject = $1', [unreadable]);
  side.deps.keys.forget(unreadable);
  await side.vault.query("update vault.credential set unverified_since = unverified_since - interval '8 days'");
  // The account that cannot be read comes first and must not stop the job.
  await expect(eraseUnverifiedAccounts(side.deps)).rejects.toThrow();
  expect(await findCredential(side.vault, halfMade)).toBeUndefined();
  expect(codeOf(await visitor.logIn('Lapsed'))).toBe('LOGIN_FAILED');
  expect((await visitor.logIn(email)).statusCode).toBe(200);
  expect((await visitor.register('lapsed', 'lapsed@example.org', 'another river')).statusCode).toBe(201);
  const token = await mailbox.token('lapsed@example.org', 'verify-email');
  expect((await visitor.post('verify-email', { token })).statusCode).toBe(200);
});
