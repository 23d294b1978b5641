import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { expectNoneIn, storedIn } from '../support/stored.ts';
import { visitorOf } from '../support/visitor.ts';

let side: CommandSide;

beforeAll(async () => {
  side = await startCommandSide();
});
afterAll(() => side.close());

const canary = {
  username: 'canaryname5d1c',
  email: 'canarymail5d1c@canary.example',
  fullName: 'Canary Full 5d1c',
  password: 'canary-password-5d1c',
  nextPassword: 'canary-next-5d1c',
  userAgent: 'CanaryAgent-5d1c',
  keyName: 'canary-key-5d1c',
};

test('personal data and secrets of an account appear in plain text in no column, log line or metric', async () => {
  const { username, email, fullName: full_name, password, nextPassword, userAgent, keyName: name } = canary;
  const visitor = visitorOf(side, { 'user-agent': userAgent });
  const mailbox = openMailbox(side);
  const secrets: string[] = [];
  await visitor.post('register', { username, email, password, full_name });
  await visitor.post('register', { username: `${username}2`, email, password, full_name });
  await visitor.post('register', { username, email, password, full_name, [username]: email });
  const waiting = await storedIn(side.vault, 'vault');
  expect(waiting).toContain('verify-email');
  secrets.push(await mailbox.token(email, 'verify-email'));
  expect(waiting).not.toContain(secrets[0]);
  await visitor.post('verify-email', { token: secrets[0] });
  await visitor.logIn(email, 'wrong');
  const { access_token } = (await visitor.logIn(username, password)).json().data;
  const call = callerOf(side.app, access_token);
  const key = (await call('POST', '/api/api-keys', { name })).json().data.key as string;
  secrets.push(access_token, key);
  await side.app.inject({ url: `/api/anecdotes?api_key=${key}`, headers: { authorization: `Bearer ${key}` } });
  await call('POST', '/api/auth/change-password', { current_password: password, new_password: nextPassword });
  await visitor.post('forgot-password', { email });
  secrets.push(await mailbox.token(email, 'password-reset'));
  await mailbox.of(email);
  await call('DELETE', '/api/auth/me', { password: nextPassword });

  const stored = await storedIn(side.vault, 'log', 'vault');
  expect(stored).toContain('ApiKeyCreated');
  const seen = [stored, side.logged(), await side.registry.metrics()].join('\n');
  expectNoneIn(seen, { ...canary, ...Object.fromEntries(secrets.map((secret, index) => [`secret ${index}`, secret])) });
});
