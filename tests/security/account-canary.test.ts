import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHEAP, type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';
import { openMailbox } from '../support/mailbox.ts';
import { visitorOf } from '../support/visitor.ts';

let side: CommandSide;

beforeAll(async () => {
  side = await startCommandSide({ passwordCost: CHEAP });
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

test('what accounts are made of is found in no column, no log line and no metric', async () => {
  const { username, email, fullName: full_name, password, nextPassword, userAgent, keyName: name } = canary;
  const visitor = visitorOf(side, { 'user-agent': userAgent });
  const mailbox = openMailbox(side);
  const secrets: string[] = [];
  await visitor.post('register', { username, email, password, full_name });
  await visitor.post('register', { username: `${username}2`, email, password, full_name });
  await visitor.post('register', { username, email, password, full_name, [username]: email });
  const waiting = await allOf('vault');
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

  const stored = await allOf('log', 'vault');
  expect(stored).toContain('ApiKeyCreated');
  const seen = [stored, side.logged(), await side.registry.metrics()].join('\n');
  for (const [what, text] of [...Object.entries(canary), ...secrets.map((secret) => ['a secret', secret] as const)]) {
    for (const form of [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').slice(0, 16)]) {
      expect(seen.toLowerCase().includes(form.toLowerCase()), what).toBe(false);
    }
  }
});

/** Every row of every table of `schemas`, as text. */
async function allOf(...schemas: string[]): Promise<string> {
  const { rows: tables } = await side.vault.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = any($1) and table_type = 'BASE TABLE'`,
    [schemas],
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await side.vault.query(`select row_to_json(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
