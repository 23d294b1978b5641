import { randomBytes } from 'node:crypto';
import type { LocalMail } from '@anecdotes/contracts';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { clientWith } from '../support/client.ts';
import { createPreparedDatabase } from '../support/database.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

/** Long enough for another process to send a mail. */
const WAIT_OPTIONS = { timeout: 60_000 };

const running: RunningProduct[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop()));
});

async function start(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const product = await startProduct(undefined, environment);
  running.push(product);
  return product;
}

type Body = { data: { access_token: string }; error: { code: string } | null };

const PASSWORD = 'quiet river 12';

function visitor({ address }: RunningProduct) {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin: address };
    const answer = await fetch(`${address}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  return {
    post,
    register: (name: string) => post('register', { username: name, email: `${name}@example.org`, password: PASSWORD }),
    async logIn(username: string, password = PASSWORD) {
      const body = new URLSearchParams({ username, password });
      const answer = await fetch(`${address}/api/auth/login`, { method: 'POST', body });
      return { status: answer.status, body: (await answer.json()) as Body };
    },
  };
}

test('without a mail server, registration and password reset work through the local mailbox', async () => {
  const product = await start();
  const { post, register, logIn } = visitor(product);
  const mails = async () => {
    const answer = await fetch(`${product.address}/dev/mailbox`, { headers: { accept: 'application/json' } });
    return (await answer.json()) as LocalMail[];
  };
  const newest = (campaign: string) =>
    vi.waitFor(async () => {
      const mail = (await mails())[0];
      expect(mail?.campaign).toBe(campaign);
      return /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    }, WAIT_OPTIONS);

  expect((await register('ann')).status).toBe(201);
  expect((await logIn('ann')).body.error?.code).toBe('EMAIL_NOT_VERIFIED');
  const token = await newest('verify-email');
  expect(product.output()).toContain(`Mail (verify-email): ${product.address}/verify-email?token=${token}`);
  expect((await post('verify-email', { token })).status).toBe(200);
  const first = await logIn('ann');
  const ann = clientWith(product.address, first.body.data.access_token);
  expect((await ann.call('POST', '/api/anecdotes', { description: 'My own first anecdote' })).status).toBe(201);

  await post('forgot-password', { email: 'ann@example.org' });
  const reset = await newest('password-reset');
  await post('reset-password', { token: reset, new_password: 'another river', confirm_password: 'another river' });
  await expectOverInFiveSeconds(async () => {
    if ((await ann.call('GET', '/api/anecdotes')).status !== 401) return false;
    return (await ann.call('POST', '/api/anecdotes', { description: 'Too late' })).status === 401;
  });
  const again = await logIn('ann', 'another river');
  const renewed = clientWith(product.address, again.body.data.access_token);
  expect((await renewed.call<unknown[]>('GET', '/api/anecdotes')).body.data).toHaveLength(1);

  const pixel = /src="([^"]+open[^"]+)"/.exec((await mails()).at(-1)?.html ?? '')?.[1];
  expect((await fetch(pixel ?? '')).headers.get('content-type')).toBe('image/gif');
  await vi.waitFor(async () => {
    const stats = await renewed.call<object[]>('GET', '/api/email-tracking/stats');
    expect(stats.body.data.at(-1)).toMatchObject({
      ...{ recipient_email: 'ann@example.org', campaign_name: 'verify-email', open_count: 1 },
      first_opened_at: expect.any(String),
    });
  }, WAIT_OPTIONS);
  const page = await fetch(`${product.address}/dev/mailbox`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test('in production, mails go to the SMTP server, and the local mailbox and mail statistics are not available', async () => {
  const server = await startSmtpServer();
  const product = await start({
    ...{ NODE_ENV: 'production', RATE_LIMIT: 'on', SMTP_URL: server.url, PUBLIC_URL: 'https://journal.example' },
    ...{ MASTER_KEY: randomBytes(32).toString('base64'), SIGNING_KEY: newSigningKey() },
  });
  await visitor(product).register('ann');
  await vi.waitFor(() => expect(server.received.map(({ to }) => to)).toEqual([['ann@example.org']]), WAIT_OPTIONS);
  expect(server.received[0]?.from).toBe('no-reply@journal.example');
  expect(server.received[0]?.message.replaceAll('=\r\n', '')).toContain('https://journal.example/verify-email?token=');
  expect(product.output()).not.toContain('token=');
  const mailbox = await fetch(`${product.address}/dev/mailbox`, { headers: { accept: 'application/json' } });
  expect(await mailbox.text()).not.toContain('ann@example.org');
  const guest = await visitor(product).logIn('guest', 'guest-demo');
  const stats = await clientWith(product.address, guest.body.data.access_token).call(
    'GET',
    '/api/email-tracking/stats',
  );
  expect(stats.status).toBe(403);
  await product.stop();
  running.pop();
  await server.close();
});

test('after a program is killed while sending, the next one sends its mails, the leased one only after the lease ends', async () => {
  let isHolding = true;
  const server = await startSmtpServer(() => (isHolding ? 'hold' : 'take'));
  const DATABASE_URL = await createPreparedDatabase();
  const settings = { DATABASE_URL, SMTP_URL: server.url, LOG_LEVEL: 'silent' };
  const keys = { MASTER_KEY: randomBytes(32).toString('base64'), SIGNING_KEY: newSigningKey() };
  const first = await start({ ...settings, ...keys });
  const names = ['ann', 'ben', 'cem'];
  for (const name of names) await visitor(first).register(name);
  await vi.waitFor(() => expect(server.received).toHaveLength(1), WAIT_OPTIONS);
  await first.stop('SIGKILL');
  running.pop();

  isHolding = false;
  await start({ ...settings, ...keys });
  const recipients = () => server.received.flatMap(({ to }) => to);
  await vi.waitFor(() => expect(recipients()).toHaveLength(3), WAIT_OPTIONS);
  expect(recipients().toSorted()).toEqual(names.map((name) => `${name}@example.org`));

  // The server took this mail but never confirmed it, so it is sent again, but only after the lease ends.
  const vault = new pg.Client({ connectionString: DATABASE_URL });
  await vault.connect();
  await vault.query('update vault.mail set leased_until = now()');
  const left = async () => (await vault.query('select 1 from vault.mail where content is not null')).rowCount;
  await vi.waitFor(async () => expect(await left()).toBe(0), WAIT_OPTIONS);
  expect(recipients()).toHaveLength(4);
  await vault.end();
  await Promise.all(running.splice(0).map((product) => product.stop()));
  await server.close();
});
