import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountId, SessionId } from '@anecdotes/contracts';
import { createSigningKeys } from '@anecdotes/contracts/server/auth/signing-keys';
import { createTokenSigner, createTokenVerifier, newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rotateSigningKey } from './rotate-signing-key.ts';

const DAY_MS = 86_400_000;
const TTL = 43_200;
const start = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * DAY_MS);

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signing-'));
  file = join(folder, 'signing.key');
  writeFileSync(file, newSigningKey(), { mode: 0o600 });
  utimesSync(file, start, start);
});
afterEach(() => rmSync(folder, { recursive: true }));

const keys = () => createSigningKeys(readFileSync(file, 'utf8')).named(undefined);

test('a signing key is replaced after 90 days and removed a day after that', () => {
  const [first] = keys();
  const before = readFileSync(file, 'utf8');
  expect(rotateSigningKey(file, TTL, after(89))).toBe(before);
  expect(readFileSync(file, 'utf8')).toBe(before);

  expect(rotateSigningKey(file, TTL, after(90))).toBe(readFileSync(file, 'utf8'));
  const [second, ...older] = keys();
  expect(older.map(({ kid }) => kid)).toEqual([first?.kid]);
  expect(second?.kid).not.toBe(first?.kid);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rotateSigningKey(file, TTL, after(90.9));
  expect(keys()).toHaveLength(2);

  rotateSigningKey(file, TTL, after(91));
  expect(keys().map(({ kid }) => kid)).toEqual([second?.kid]);
  rotateSigningKey(file, TTL, after(179));
  expect(keys()).toHaveLength(1);
  rotateSigningKey(file, TTL, after(180));
  expect(keys().map(({ kid }) => kid)).toEqual([expect.any(String), second?.kid]);
});

test('a replaced key stays as long as a token is valid, if that is longer than a day', () => {
  const week = 7 * 86_400;
  rotateSigningKey(file, week, after(90));
  rotateSigningKey(file, week, after(96.9));
  expect(keys()).toHaveLength(2);
  rotateSigningKey(file, week, after(97));
  expect(keys()).toHaveLength(1);
});

test('a program that has rotated its keys signs with the new one, and still accepts tokens of the old one', async () => {
  const inUse = createSigningKeys(readFileSync(file, 'utf8'));
  const { sign } = createTokenSigner(inUse, TTL);
  const verify = createTokenVerifier(inUse);
  const [account, session] = [AccountId.parse(newId()), SessionId.parse(newId())];
  const old = await sign(account, session);
  inUse.replace(rotateSigningKey(file, TTL, after(90)));
  const fresh = await sign(account, session);
  expect(await verify(old)).toMatchObject({ account });
  expect(await verify(fresh)).toMatchObject({ account });
  inUse.replace(rotateSigningKey(file, TTL, after(91)));
  expect(await verify(fresh)).toMatchObject({ account });
  await expect(verify(old)).rejects.toThrow();
});
