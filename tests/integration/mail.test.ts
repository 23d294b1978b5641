import { resetToken } from '@anecdotes/command-service/account/one-time-tokens';
import { takeUnrecordedMails } from '@anecdotes/command-service/mail/asked-by-visitor';
import { createLocalMailbox, readLocalMailbox } from '@anecdotes/command-service/mail/local-mailbox';
import { mailboxRoute } from '@anecdotes/command-service/mail/mailbox-route';
import { startMail } from '@anecdotes/command-service/mail/start';
import { type Addressed, createSmtpTransport } from '@anecdotes/command-service/mail/transport';
import { sendNext } from '@anecdotes/command-service/mail/worker';
import type { AccountId } from '@anecdotes/contracts';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CommandSide, startCommandSide } from '../support/command-side.ts';
import { duringErasure } from '../support/lock-waits.ts';
import { eventsAfter } from '../support/log-events.ts';
import { BASE_URL, openMailbox } from '../support/mailbox.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { PASSWORD, visitorOf } from '../support/visitor.ts';

let side: CommandSide;
let now: number;

beforeEach(async () => {
  now = Date.now();
  side = await startCommandSide({ clock: () => new Date(now) });
});
afterEach(() => side.close());

async function enqueue(count: number): Promise<AccountId> {
  const account = await side.newAccount();
  for (let index = 0; index < count; index += 1) {
    const to = `reader${index}@example.org`;
    await side.deps.outbox.enqueue({ account, campaign: 'password-changed', to });
  }
  return account;
}

test.each(['enqueue', 'enqueueWithToken'] as const)(
  '%s stores nothing for an account that is being erased',
  async (method) => {
    const account = await side.newAccount();
    const mail = { account, campaign: 'password-reset', to: 'reader@example.org' } as const;
    await duringErasure(side.vault, account, () => side.deps.outbox[method](mail, resetToken));
    expect((await side.vault.query('select from vault.mail')).rowCount).toBe(0);
    expect((await side.vault.query('select from vault.one_time_token')).rowCount).toBe(0);
  },
);

test('a mail that is sent while its account is being erased is not kept in the local mailbox, and is no error', async () => {
  const account = await enqueue(1);
  const onError = vi.fn();
  const local = createLocalMailbox(side.deps, () => {});
  const transport = { ...local, send: (mail: Addressed) => duringErasure(side.vault, account, () => local.send(mail)) };
  await sendNext({ ...openMailbox(side, transport).deps, onError });
  expect(onError).not.toHaveBeenCalled();
  expect((await side.vault.query('select from vault.local_mail')).rowCount).toBe(0);
});

const makeDue = () => side.vault.query("update vault.mail set due_at = now() - interval '1 second'");
const endLeases = () => side.vault.query("update vault.mail set leased_until = now() - interval '1 second'");

test('a mail goes to the SMTP server with one recipient, as text and HTML', async () => {
  const server = await startSmtpServer();
  await enqueue(1);
  const mailbox = openMailbox(side, createSmtpTransport(server.url, 'Anecdotes <no-reply@journal.example>'));
  await mailbox.of('');
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'no-reply@journal.example', to: ['reader0@example.org'] });
  expect(mail?.message).toMatch(/^From: Anecdotes <no-reply@journal.example>\r$/m);
  expect(mail?.message).toMatch(/^Subject: Your password was changed\r$/m);
  expect(mail?.message).toContain('Content-Type: text/plain');
  expect(mail?.message).toContain('Content-Type: text/html');
  await server.close();
});

test('the local mailbox shows one mail at a time, so that the others are not counted as opened', async () => {
  await enqueue(3);
  await openMailbox(
    side,
    createLocalMailbox(side.deps, () => {}),
  ).of('');
  const app = createHttpServer({ logger: false });
  mailboxRoute(app, side.deps);
  const mails = await readLocalMailbox(side.deps);
  const pixels = mails.map(({ html }) => /email-tracking\/open\/[\w-]+/.exec(html)?.[0] ?? 'none');
  expect(new Set(pixels).size).toBe(3);
  for (const [index, path] of ['', '', `?mail=${mails[2]?.id}`].entries()) {
    const { body } = await app.inject(`/dev/mailbox${path}`);
    expect(pixels.map((pixel) => body.includes(pixel))).toEqual([index !== 2, false, index === 2]);
  }
  await app.close();
});

test('the local mailbox is served only if host and forwarded host are IP addresses or local names', async () => {
  const app = createHttpServer({ logger: false, trustProxy: 'loopback' });
  mailboxRoute(app, side.deps);
  const statusFor = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/dev/mailbox', headers })).statusCode;
  expect(await statusFor({ host: 'localhost:3000' })).toBe(200);
  expect(await statusFor({ host: '[::1]:3000', 'x-forwarded-host': '192.0.2.1' })).toBe(200);
  expect(await statusFor({ host: 'evil.example' })).toBe(404);
  expect(await statusFor({ host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(404);
  expect(await statusFor({ host: 'localhost:3000', 'x-forwarded-host': 'journal.example' })).toBe(404);
  await app.close();
});

test('several workers together send each mail once', async () => {
  await enqueue(40);
  const mailbox = openMailbox(side);
  await Promise.all(Array.from({ length: 6 }, () => mailbox.of('')));
  expect(mailbox.mails.map(({ to }) => to).sort()).toEqual(
    Array.from({ length: 40 }, (_, index) => `reader${index}@example.org`).sort(),
  );
  const { rows } = await side.vault.query('select count(*) as left from vault.mail where content is not null');
  expect(rows).toEqual([{ left: 0n }]);
});

test('a mail that was refused is retried later, and given up after a day', async () => {
  let isRefusing = true;
  const server = await startSmtpServer(() => (isRefusing ? 'refuse' : 'take'));
  await enqueue(1);
  const transport = createSmtpTransport(server.url, 'no-reply@journal.example');
  const { deps } = openMailbox(side, transport);
  expect([await sendNext(deps), await sendNext(deps)]).toEqual(['worked', 'idle']);
  await makeDue();
  expect(await sendNext(deps)).toBe('idle');
  await endLeases();
  isRefusing = false;
  expect(await sendNext(deps)).toBe('worked');
  expect(server.received).toHaveLength(1);

  isRefusing = true;
  await enqueue(1);
  await side.vault.query("update vault.mail set created_at = now() - interval '25 hours' where sent_at is null");
  expect(await sendNext(deps)).toBe('worked');
  const { rows } = await side.vault.query('select content, sent_at from vault.mail order by created_at limit 1');
  expect(rows).toEqual([{ content: null, sent_at: null }]);
  await server.close();
});

test('a mail that waited is dropped when its link was replaced by a newer one, and sent when it has only expired', async () => {
  const account = await side.newAccount();
  const request = () =>
    side.deps.outbox.enqueueWithToken({ account, campaign: 'password-reset', to: 'reader@example.org' }, resetToken);
  const mailbox = openMailbox(side);
  await request();
  await request();
  expect(await mailbox.of('reader@example.org')).toHaveLength(1);
  await request();
  now += resetToken.lifeMs;
  expect(await mailbox.of('reader@example.org')).toHaveLength(2);
  expect((await side.vault.query('select from vault.mail where content is not null')).rowCount).toBe(0);
});

test('a mail that is given up is counted and named in one line, and the status of the mail server is logged, but no address', async () => {
  const server = await startSmtpServer(() => 'refuse');
  await enqueue(1);
  await side.vault.query("update vault.mail set created_at = now() - interval '25 hours'");
  const settings = { smtpUrl: server.url, from: 'no-reply@journal.example', baseUrl: BASE_URL, announce() {} };
  const worker = startMail(side.deps, settings, { logger: side.app.log, registry: side.registry });
  await vi.waitFor(async () => expect(await side.registry.metrics()).toMatch(/^anecdotes_mails_given_up_total 1$/m), {
    timeout: 30_000,
    interval: 20,
  });
  await worker.stop();
  await server.close();
  const { rows } = await side.vault.query('select id from vault.mail');
  const lines = side.logged().match(/^.*given up.*$/gm);
  expect(lines).toEqual([expect.stringContaining(rows[0].id)]);
  expect(side.logged()).toContain('"smtpStatus":451');
  expect(side.logged()).not.toContain('reader0@example.org');
});

test('a mail that cannot be opened is reported once, retried later and given up after a day, and others are sent', async () => {
  await enqueue(2);
  const mailbox = openMailbox(side);
  const events: string[] = [];
  const deps = { ...mailbox.deps, onError: () => events.push('error'), onGivenUp: () => events.push('given up') };
  await side.vault.query(
    "update vault.mail set content = 'damaged' where id = (select min(id::text)::uuid from vault.mail)",
  );
  const sendAll = async () => {
    while ((await sendNext(deps)) === 'worked');
  };
  await sendAll();
  await endLeases();
  await sendAll();
  expect([mailbox.mails.length, events]).toEqual([1, ['error']]);
  await makeDue();
  await sendAll();
  await endLeases();
  await makeDue();
  await side.vault.query("update vault.mail set created_at = now() - interval '25 hours'");
  await sendAll();
  expect(events).toEqual(['error', 'given up']);
});

test('mails of a worker that dies while sending are sent by others, and none twice within the lease', async () => {
  await enqueue(10);
  const sent: string[] = [];
  let died = 0;
  let tellDeath = () => {};
  /** Dies at every second mail, alternately before and after the mail was sent. */
  const dying = openMailbox(side, {
    async send({ to }) {
      const turn = died + sent.length;
      if (turn % 4 !== 1) sent.push(to);
      if (turn % 2 === 1) {
        died += 1;
        tellDeath();
        await new Promise(() => {});
      }
    },
  });
  for (let worker = 0; worker < 10; worker += 1) {
    const working = (async () => {
      while ((await sendNext(dying.deps)) === 'worked');
      return 'done' as const;
    })();
    const { promise: dead, resolve } = Promise.withResolvers<'dead'>();
    tellDeath = () => resolve('dead');
    if ((await Promise.race([working, dead])) === 'done') break;
  }
  expect(new Set(sent).size).toBe(sent.length);
  expect(died).toBeGreaterThan(1);

  await endLeases();
  const healthy = openMailbox(side);
  await healthy.of('');
  const all = new Set([...sent, ...healthy.mails.map(({ to }) => to)]);
  expect(all.size).toBe(10);
});

test.each(['password-reset', 'password-changed'] as const)(
  'a mail "%s" that two workers sent, because the first took longer than its lease, is recorded once',
  async (campaign) => {
    const account = await side.newAccount();
    await side.deps.outbox.enqueue({ account, campaign, to: 'reader@example.org' });
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const depsOf = (send: () => Promise<void>) => {
      const transport = { send, close() {} };
      return { ...side.deps, transport, baseUrl: BASE_URL, onError() {}, onGivenUp() {} };
    };
    const slow = sendNext(
      depsOf(() => {
        begun.resolve();
        return mayEnd.promise;
      }),
    );
    await begun.promise;
    await endLeases();
    expect(await sendNext(depsOf(async () => {}))).toBe('worked');
    let taken = 0;
    const recorded = async () => {
      taken += (await inTransaction(side.vault, (tx) => takeUnrecordedMails(side.deps, tx, account))).length;
      return taken + (await eventsAfter(side.log, 0n)).filter(({ type }) => type === 'MailSent').length;
    };
    expect(await recorded()).toBe(1);
    mayEnd.resolve();
    await slow;
    expect(await recorded()).toBe(1);
  },
);

test('mails of an erased account are not sent', async () => {
  const account = await enqueue(3);
  await side.vault.query('delete from vault.credential where account = $1', [account]);
  const mailbox = openMailbox(side);
  await mailbox.of('');
  expect(mailbox.mails).toEqual([]);
});

test('links start with the configured address, whatever host a request claims', async () => {
  const spoofed = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  };
  const visitor = visitorOf(side, spoofed);
  await visitor.register('Spoof', 'spoof@example.org');
  await visitor.post('forgot-password', { email: 'spoof@example.org' });
  const mails = await openMailbox(side).of('spoof@example.org');
  expect(mails).toHaveLength(2);
  for (const { link, text, html } of mails) {
    expect(link.startsWith(`${BASE_URL}/`)).toBe(true);
    expect(text + html).not.toContain('evil.example');
  }
});

test('text chosen by a stranger is not mailed to somebody else', async () => {
  const [name, email] = ['Win at evil.example', 'victim@example.org'];
  const answer = await visitorOf(side).post('register', { username: name, email, password: PASSWORD, full_name: name });
  expect(answer.statusCode).toBe(201);
  const [mail] = await openMailbox(side).of(email);
  expect([mail?.subject, mail?.text, mail?.html].join()).not.toContain('evil');
});

test('mail requests and openings by a visitor are recorded when the owner next acts, with their original times', async () => {
  const mailbox = openMailbox(side);
  const visitor = visitorOf(side);
  const { name, email } = await visitor.newMember(mailbox);
  const head = await side.log.head();
  await visitor.post('forgot-password', { email });
  const askedAt = new Date(now).toISOString();
  const mail = (await mailbox.of(email)).at(-1);
  const pixel = new URL(/src="([^"]+open[^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '').pathname;
  const openings: string[] = [];
  for (let minute = 0; minute < 2; minute += 1) {
    now += 61_000;
    openings.push(new Date(now).toISOString());
    await side.app.inject(pixel);
  }
  expect(await side.log.head()).toBe(head);

  await Promise.all([visitor.logIn(name), visitor.logIn(name)]);
  const stored = await eventsAfter(side.log, head);
  const timesOf = (type: string) => stored.filter((event) => event.type === type).map(({ metadata }) => metadata.at);
  expect(timesOf('PasswordResetRequested')).toEqual([askedAt]);
  expect(timesOf('MailSent')).toHaveLength(1);
  expect(timesOf('MailOpened')).toEqual(openings);
  const { rows } = await side.vault.query('select count(unrecorded) as unrecorded from vault.mail');
  expect(rows).toEqual([{ unrecorded: 0n }]);
});

test('opening a mail is recorded at most once a minute, and unknown tracking pixels get the same answer', async () => {
  const account = await enqueue(1);
  const mailbox = openMailbox(side);
  await mailbox.of('');
  const [mail] = mailbox.mails;
  const path = new URL(/src="([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '').pathname;
  const open = (url: string) => side.app.inject({ method: 'GET', url });
  const [known, unknown] = [await open(path), await open('/api/email-tracking/open/AAAAAAAAAAAAAAAAAAAAAA')];
  expect([known.statusCode, known.headers['content-type']]).toEqual([200, 'image/gif']);
  expect([unknown.statusCode, unknown.body]).toEqual([200, known.body]);
  await open(path);
  now += 59_000;
  await open(path);
  const types = async () => (await side.log.readStream(`mail-${mail?.id}`)).map(({ type }) => type);
  expect(await types()).toEqual(['MailSent', 'MailOpened']);
  now += 2_000;
  await open(path);
  expect(await types()).toEqual(['MailSent', 'MailOpened', 'MailOpened']);
  expect((await side.log.readStream(`mail-${mail?.id}`))[0]?.data.account).toBe(account);
});

test('a mail that is opened while it is being sent, or for the 1,001st time, is not recorded as opened', async () => {
  await enqueue(1);
  let stream = '';
  let open = async () => {};
  const mailbox = openMailbox(side, {
    async send({ id, html }) {
      stream = `mail-${id}`;
      open = async () => void (await side.app.inject(new URL(/src="([^"]+)"/.exec(html)?.[1] ?? '').pathname));
      await open();
    },
  });
  await mailbox.of('');
  now += 61_000;
  await open();
  await side.vault.query('update vault.mail set openings = array_fill(now(), array[1000])');
  now += 61_000;
  await open();
  expect((await side.log.readStream(stream)).map(({ type }) => type)).toEqual(['MailSent', 'MailOpened']);
});
