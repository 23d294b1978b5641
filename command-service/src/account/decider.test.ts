import type { AccountId } from '@anecdotes/contracts';
import { describe, test } from 'vitest';
import { scenario } from '../../../tests/support/scenario.ts';
import { accountDecider } from './decider.ts';

const ann = '0197c000-0000-7000-8000-0000000000aa' as AccountId;
const at = '2026-11-20T08:00:00.000Z';
const now = { now: at };
const account = { account: ann };

const profile = { ...account, role: 'member', username: 'ann', email: 'ann@example.org', full_name: 'Ann' } as const;
const registered = { type: 'AccountRegistered', data: profile, at } as const;
const verified = { type: 'EmailVerified', data: account, at } as const;
const erased = { type: 'AccountErased', data: account, at } as const;
const guest = { ...account, role: 'guest', username: 'guest', email: null, full_name: 'Guest' } as const;
const guestRegistered = { type: 'AccountRegistered', data: guest, at } as const;

describe('an account', () => {
  const { given } = scenario(accountDecider);

  test('is registered once', () => {
    given()
      .when({ type: 'RegisterAccount', ...profile }, now)
      .then(registered);
    given(registered)
      .when({ type: 'RegisterAccount', ...profile }, now)
      .thenNothing();
  });

  test('can be invited before it is registered, and lapses if it never is', () => {
    const invited = { type: 'AccountInvited', data: { ...account, email: profile.email }, at } as const;
    const invite = { type: 'InviteAccount', ...invited.data } as const;
    given().when(invite, now).then(invited);
    given(registered).when(invite, now).thenNothing();
    given(invited)
      .when({ type: 'RegisterAccount', ...profile }, now)
      .then(registered);
    given(invited).when({ type: 'LapseAccount' }, now).then(erased);
    given(invited, registered, verified).when({ type: 'LapseAccount' }, now).thenNothing();
    given(invited, erased)
      .when({ type: 'RegisterAccount', ...profile }, now)
      .thenNothing();
    given(invited).when({ type: 'ChangePassword' }, now).thenRefused('UNAUTHENTICATED');
  });

  test('is verified once, and can request verification only before that', () => {
    given(registered).when({ type: 'VerifyEmail' }, now).then(verified);
    given(registered, verified).when({ type: 'VerifyEmail' }, now).thenNothing();
    const requested = { type: 'EmailVerificationRequested', data: account, at } as const;
    given(registered).when({ type: 'RequestEmailVerification' }, now).then(requested);
    given(registered, verified).when({ type: 'RequestEmailVerification' }, now).thenNothing();
  });

  test('gets a new password by a change, or by a mailed link that also verifies the address', () => {
    const by = (way: 'change' | 'reset') => ({ type: 'PasswordChanged', data: { ...account, by: way }, at }) as const;
    given(registered, verified).when({ type: 'ChangePassword' }, now).then(by('change'));
    given(registered, verified).when({ type: 'ResetPassword' }, now).then(by('reset'));
    given(registered).when({ type: 'ResetPassword' }, now).then(verified, by('reset'));
    const requested = { type: 'PasswordResetRequested', data: account, at } as const;
    given(registered).when({ type: 'RequestPasswordReset' }, now).then(requested);
  });

  test('is erased once and then ignores or refuses every command', () => {
    given(registered).when({ type: 'EraseAccount' }, now).then(erased);
    given(registered, erased).when({ type: 'EraseAccount' }, now).thenNothing();
    given(registered, erased).when({ type: 'ChangePassword' }, now).thenRefused('UNAUTHENTICATED');
    given(registered, erased)
      .when({ type: 'RegisterAccount', ...profile }, now)
      .thenNothing();
  });

  test('that is registered lapses only while it is not verified', () => {
    given(registered).when({ type: 'LapseAccount' }, now).then(erased);
    for (const events of [[], [registered, verified], [registered, erased], [guestRegistered]]) {
      given(...events)
        .when({ type: 'LapseAccount' }, now)
        .thenNothing();
    }
  });

  test('that is the guest account cannot get a new password or be erased', () => {
    for (const type of ['ChangePassword', 'ResetPassword', 'RequestPasswordReset', 'EraseAccount'] as const) {
      given(guestRegistered).when({ type }, now).thenRefused('GUEST_NOT_ALLOWED');
    }
    given(guestRegistered).when({ type: 'VerifyEmail' }, now).thenNothing();
  });

  test('that is the guest account has its journal emptied when the last reset is long enough ago', () => {
    const reset = (dueBefore: string, dueAfter = '2026-11-21') =>
      ({ type: 'ResetGuestJournal', dueBefore, dueAfter }) as const;
    const emptied = (time: string) => ({ type: 'GuestJournalReset', data: account, at: time }) as const;
    const [before, after] = ['2026-11-20T07:59:59.999Z', '2026-11-20T09:00:00.000Z'];
    given(guestRegistered).when(reset(before), now).thenNothing();
    given(guestRegistered).when(reset(at), now).then(emptied(at));
    given(guestRegistered, emptied(after)).when(reset(at), now).thenNothing();
    given(guestRegistered, emptied(at), emptied(after)).when(reset(after), now).then(emptied(at));
    given(guestRegistered, emptied(after)).when(reset(before, at), now).then(emptied(at));
    given(registered).when(reset(after), now).thenRefused('FORBIDDEN');
    given().when(reset(after), now).thenRefused('UNAUTHENTICATED');
  });

  test('that was never registered refuses verification and erasure', () => {
    given().when({ type: 'VerifyEmail' }, now).thenRefused('UNAUTHENTICATED');
    given().when({ type: 'EraseAccount' }, now).thenRefused('UNAUTHENTICATED');
  });
});
