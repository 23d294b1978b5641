import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { openMailbox } from '../support/mailbox.ts';
import { visitorOf } from '../support/visitor.ts';

let side: BothSides;
const tokens = new Map<string, string>();

beforeAll(async () => {
  side = await startBothSides();
  const visitor = visitorOf(side);
  const mailbox = openMailbox(side);
  const { token, email } = await visitor.newMember(mailbox);
  tokens.set('access token', token);
  tokens.set('API key', (await side.call(token, 'POST', '/api/api-keys', { name: 'Script' })).json().data.key);
  await visitor.post('forgot-password', { email });
  tokens.set('reset token', await mailbox.token(email, 'password-reset'));
  await visitor.register('waiting', 'waiting@example.org');
  tokens.set('verification token', await mailbox.token('waiting@example.org', 'verify-email'));
  tokens.set('token of a mail’s pixel', /open\/([\w-]+)/.exec(mailbox.mails[0]?.html ?? '')?.[1] ?? '');
});
afterAll(() => side.close());

type Use = (token: string) => Promise<{ statusCode: number }>;
const visitor = () => visitorOf(side);

/** Uses of a token, with the only kind that each accepts. */
const uses: readonly [string, string, Use][] = [
  ['access token', 'to list sessions', (token) => side.call(token, 'GET', '/api/auth/sessions')],
  ['verification token', 'to verify an address', (token) => visitor().post('verify-email', { token })],
  [
    'reset token',
    'to reset a password',
    (token) =>
      visitor().post('reset-password', { token, new_password: 'another river', confirm_password: 'another river' }),
  ],
];

test.each(uses)('only the %s is accepted %s', async (kind, _, use) => {
  for (const [other, token] of tokens) {
    if (other === kind) continue;
    expect([400, 401, 403, 410], other).toContain((await use(token)).statusCode);
  }
  expect((await use(tokens.get(kind) ?? '')).statusCode).toBe(200);
});

test('a token in the query of an address is refused', async () => {
  const [token, key] = [tokens.get('access token'), tokens.get('API key')];
  for (const query of [`api_key=${key}`, `access_token=${token}`, `token=${token}`]) {
    expect((await side.call(undefined, 'GET', `/api/anecdotes?${query}`)).statusCode).toBe(401);
    const fresh = (await visitor().logIn('guest', 'guest-demo')).json().data.access_token;
    expect((await side.call(fresh, 'GET', `/api/anecdotes?${query}`)).statusCode).toBe(400);
  }
});
