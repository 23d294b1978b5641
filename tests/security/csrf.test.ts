import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { visitorOf } from '../support/visitor.ts';

let side: BothSides;
let mailbox: Mailbox;
let token: string;

beforeAll(async () => {
  side = await startBothSides();
  mailbox = openMailbox(side);
  ({ token } = await visitorOf(side).newMember(mailbox));
});
afterAll(() => side.close());

const write = (extra: Record<string, string>) =>
  side.call(token, 'POST', '/api/anecdotes', { description: 'From where?' }, extra);

async function cookie(): Promise<string> {
  const { headers } = await side.call(undefined, 'GET', '/api/config');
  const given = /^XSRF-TOKEN=([\w.-]+); Path=\/; SameSite=Strict$/.exec(String(headers['set-cookie']))?.[1];
  if (given === undefined) throw new Error('no cookie');
  return given;
}

describe('a call that changes something', () => {
  test('is carried out if its X-XSRF-TOKEN header repeats the cookie', async () => {
    const value = await cookie();
    expect((await write({ cookie: `XSRF-TOKEN=${value}`, 'x-xsrf-token': value })).statusCode).toBe(201);
    expect((await write({ cookie: `a=b; XSRF-TOKEN=${value}`, 'x-xsrf-token': value })).statusCode).toBe(201);
  });

  test('needs no header if it has no cookies', async () => {
    expect((await write({})).statusCode).toBe(201);
  });

  test('is refused if it has cookies and does not repeat the token', async () => {
    const [own, other] = [await cookie(), await cookie()];
    const forged = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
    for (const extra of [
      { cookie: 'a=b' },
      { cookie: `XSRF-TOKEN=${own}` },
      { cookie: `XSRF-TOKEN=${own}`, 'x-xsrf-token': '' },
      { cookie: `XSRF-TOKEN=${own}`, 'x-xsrf-token': other },
      { cookie: 'a=b', 'x-xsrf-token': own },
      { cookie: `XSRF-TOKEN=${forged}`, 'x-xsrf-token': forged },
      { cookie: `${own}=XSRF-TOKEN`, 'x-xsrf-token': own },
    ] as Record<string, string>[]) {
      const answer = await write(extra);
      expect([extra, answer.statusCode, answer.json().error.code]).toEqual([extra, 403, 'CSRF_REFUSED']);
    }
  });
});

test('a call with an API key gets no CSRF cookie and needs no CSRF header', async () => {
  const { key } = (await side.call(token, 'POST', '/api/api-keys', { name: 'Script with a cookie jar' })).json().data;
  for (const jar of [{}, { cookie: 'a=b' }, { cookie: `XSRF-TOKEN=${await cookie()}` }] as Record<string, string>[]) {
    const written = await side.call(key, 'POST', '/api/anecdotes', { description: 'By a script' }, jar);
    const read = await side.call(key, 'GET', '/api/anecdotes', undefined, jar);
    expect([written.statusCode, read.statusCode]).toEqual([201, 200]);
    for (const answer of [written, read]) expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('the CSRF cookie is not sent again to a client that has it', async () => {
  const value = await cookie();
  const again = await side.call(undefined, 'GET', '/api/config', undefined, { cookie: `XSRF-TOKEN=${value}` });
  expect(again.headers['set-cookie']).toBeUndefined();
});

test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:81'])(
  'log-in, registration and password reset from the origin %s are refused',
  async (origin) => {
    const visitor = visitorOf(side, { origin });
    const answers = [
      await visitor.logIn('guest', 'guest-demo'),
      await visitor.register('origin', 'origin@example.org'),
      await visitor.post('forgot-password', { email: 'origin@example.org' }),
      await visitor.post('reset-password', {
        token: 'x',
        new_password: 'quiet river',
        confirm_password: 'quiet river',
      }),
    ];
    for (const answer of answers) expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'CSRF_REFUSED']);
  },
);

test("log-in from the product's own page is allowed", async () => {
  const visitor = visitorOf(side, { origin: 'http://localhost:80', host: 'localhost' });
  expect((await visitor.logIn('guest', 'guest-demo')).statusCode).toBe(200);
});

test('no route sends CORS headers to other origins', async () => {
  for (const { name: route } of side.routes) {
    const [method = '', path = ''] = route.split(' ');
    if (path === '/api/live') continue;
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await side.call(token, method, path.replace(/:\w+/, 'x'), undefined, { origin });
      const opened = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect([route, opened]).toEqual([route, []]);
    }
  }
});
