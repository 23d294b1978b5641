import type { AccountId } from '@anecdotes/contracts';
import { test } from 'vitest';
import { scenario } from '../../../tests/support/scenario.ts';
import { apiKeyDecider } from './decider.ts';

const ann = '0197c000-0000-7000-8000-0000000000aa' as AccountId;
const bob = '0197c000-0000-7000-8000-0000000000bb' as AccountId;
const at = '2026-11-20T08:00:00.000Z';
const byAnn = { now: at, account: ann };
const byBob = { now: at, account: bob };
const account = { account: ann };
const { given } = scenario(apiKeyDecider);

const made = { ...account, name: 'Script', key_hash: 'aa', scopes: ['read' as const], expires_at: null };
const created = { type: 'ApiKeyCreated' as const, data: made, at };
const create = {
  type: 'CreateApiKey' as const,
  ...{ name: 'Script', keyHash: 'aa', scopes: ['read' as const], expiresAt: null },
};
const deactivated = { type: 'ApiKeyDeactivated', data: account, at } as const;
const deleted = { type: 'ApiKeyDeleted', data: account, at } as const;

test('an API key is created once', () => {
  given().when(create, byAnn).then(created);
  given(created).when(create, byAnn).thenNothing();
});

test('an API key is deactivated and activated, and nothing happens if it is in that state already', () => {
  const activated = { type: 'ApiKeyActivated', data: account, at } as const;
  const off = { type: 'SetApiKeyActive', isActive: false } as const;
  const on = { type: 'SetApiKeyActive', isActive: true } as const;
  given(created).when(off, byAnn).then(deactivated);
  given(created, deactivated).when(off, byAnn).thenNothing();
  given(created, deactivated).when(on, byAnn).then(activated);
  given(created).when(on, byAnn).thenNothing();
});

test('an API key gets a new secret', () => {
  const rotated = {
    type: 'ApiKeyRotated',
    data: { ...account, key_hash: 'bb', previous_valid_until: at },
    at,
  } as const;
  given(created).when({ type: 'RotateApiKey', keyHash: 'bb', previousValidUntil: at }, byAnn).then(rotated);
});

test('an expired API key gets no new secret, because it would expire with the key', () => {
  const expiring = { ...created, data: { ...made, expires_at: '2026-11-20T08:00:00.000Z' } };
  const rotate = { type: 'RotateApiKey', keyHash: 'bb', previousValidUntil: at } as const;
  given(expiring).when(rotate, byAnn).thenRefused('API_KEY_EXPIRED');
});

test('a deleted API key is refused as not found', () => {
  given(created).when({ type: 'DeleteApiKey' }, byAnn).then(deleted);
  given(created, deleted).when({ type: 'DeleteApiKey' }, byAnn).thenRefused('API_KEY_NOT_FOUND');
  given(created, deleted).when({ type: 'SetApiKeyActive', isActive: true }, byAnn).thenRefused('API_KEY_NOT_FOUND');
});

test('an API key of another account is refused like a missing one', () => {
  given(created).when({ type: 'DeleteApiKey' }, byBob).thenRefused('API_KEY_NOT_FOUND');
  given().when({ type: 'DeleteApiKey' }, byBob).thenRefused('API_KEY_NOT_FOUND');
});
