import type { AccountId } from '@anecdotes/contracts';
import { test } from 'vitest';
import { scenario } from '../../../tests/support/scenario.ts';
import { accountDecider, sessionDecider, usernameDecider } from './decider.ts';

const ann = '0197c000-0000-7000-8000-0000000000aa' as AccountId;
const bob = '0197c000-0000-7000-8000-0000000000bb' as AccountId;
const now = { now: '2026-11-20T08:00:00.000Z' };
const at = now.now;

test('an account is registered once', () => {
  const { given } = scenario(accountDecider);
  const data = { account: ann, role: 'guest', username: 'guest', email: null, full_name: 'Guest' } as const;
  const registered = { type: 'AccountRegistered', data, at } as const;
  given().when(data, now).then(registered);
  given(registered).when(data, now).thenNothing();
});

test('a username belongs to the first that reserves it', () => {
  const { given } = scenario(usernameDecider);
  const reserved = { type: 'UsernameReserved', data: { account: ann }, at } as const;
  given().when({ account: ann }, now).then(reserved);
  given(reserved).when({ account: ann }, now).thenNothing();
  given(reserved).when({ account: bob }, now).thenNothing();
});

test('a session is started once', () => {
  const { given } = scenario(sessionDecider);
  const started = { type: 'SessionStarted', data: { account: ann }, at } as const;
  given().when({ account: ann }, now).then(started);
  given(started).when({ account: ann }, now).thenNothing();
});
