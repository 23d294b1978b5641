import { once } from 'node:events';
import { request } from 'node:http';
import { GUEST_USERNAME } from '@anecdotes/command-service/account/blind-index';
import { ensureGuest } from '@anecdotes/command-service/account/guest';
import { streams } from '@anecdotes/contracts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CommandSide, callerOf, GUEST_PASSWORD, startCommandSide } from '../support/command-side.ts';
import { comparableAnswer } from '../support/visitor.ts';

/** Slow enough that some of many simultaneous log-ins have to wait. */
const SLOW = { m: 65_536, t: 1, p: 1 };

let side: CommandSide;

beforeAll(async () => {
  side = await startCommandSide({ passwordCost: SLOW });
});
afterAll(() => side.close());

const form = 'application/x-www-form-urlencoded';

function logIn(username: string, password: string, path = '/api/auth/login') {
  const payload = new URLSearchParams({ username, password }).toString();
  return side.app.inject({ method: 'POST', url: path, headers: { 'content-type': form }, payload });
}

async function person(token: string) {
  const principal = await side.deps.authenticate(`Bearer ${token}`);
  if (principal.kind !== 'person') throw new Error('no person');
  return principal;
}

function part(name: string, value: string): string {
  return `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function logInByMultipart(fields: Record<string, string>, file = '') {
  const parts = Object.entries(fields).map(([name, value]) => part(name, value));
  return side.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `${parts.join('')}${file}--x--\r\n`,
  });
}

const loggedIn = { access_token: expect.stringMatching(/^ey/), token_type: 'bearer', expires_in: 3600 };

describe('logging in', () => {
  test('gives the guest a valid token, with either kind of form or JSON, and however the name is written', async () => {
    const answers = [
      await logIn(GUEST_USERNAME, GUEST_PASSWORD),
      await logIn(' Guest ', GUEST_PASSWORD),
      await logIn('ＧＵＥＳＴ', GUEST_PASSWORD),
      await logInByMultipart({ username: GUEST_USERNAME, password: GUEST_PASSWORD }),
      await side.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: GUEST_USERNAME, password: GUEST_PASSWORD },
      }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ success: true, data: loggedIn, error: null });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-log-position': expect.any(String) });
      const call = callerOf(side.app, answer.json().data.access_token);
      expect((await call('POST', '/api/anecdotes', { description: 'As a guest' })).statusCode).toBe(201);
    }
  });

  test('through the token route answers in the plain OAuth2 format', async () => {
    const answer = await logIn(GUEST_USERNAME, GUEST_PASSWORD, '/api/auth/token');
    expect(answer.json()).toEqual(loggedIn);
  });

  test('with an unknown name and with a wrong password gets the same refusal', async () => {
    const [wrong, unknown] = [await logIn(GUEST_USERNAME, 'wrong'), await logIn('nobody', GUEST_PASSWORD)];
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([401, 'LOGIN_FAILED']);
    expect(comparableAnswer(unknown)).toBe(comparableAnswer(wrong));
    expect(wrong.json().detail).toBe('Login failed. Please check your credentials.');
  });

  test.each([
    ['', ''],
    [' ', 'x'],
    ['guest', ' '],
  ])('with blank fields is refused with a message that asks for both: "%s" "%s"', async (username, password) => {
    for (const answer of [await logIn(username, password), await logInByMultipart({ username, password })]) {
      expect([answer.statusCode, answer.json().detail]).toEqual([400, 'Please enter both username and password']);
    }
  });

  test('with a malformed form is refused', async () => {
    const file = '--x\r\ncontent-disposition: form-data; name="password"; filename="a"\r\n\r\nguest-demo\r\n';
    const twice = new URLSearchParams('username=guest&username=other&password=x').toString();
    const post = (payload: string, type = form) =>
      side.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload });
    const answers = [
      await logInByMultipart({ username: 'guest' }, file),
      await post(twice),
      await post('a'.repeat(9000)),
      await post(`username=guest&password=${'a'.repeat(129)}`),
      await post('broken', 'multipart/form-data; boundary=x'),
      await post(part('username', 'guest') + part('password', 'cut off'), 'multipart/form-data; boundary=x'),
      await post('broken', 'multipart/form-data'),
      await post('guest', 'text/plain'),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
      expect(answer.json()).toMatchObject({ success: false, data: null });
    }
  });

  test('with a form of more than 8 KiB is refused before it is read', async () => {
    const { port } = new URL(await side.app.listen());
    const multipart = 'multipart/form-data; boundary=x';
    for (const type of [form, multipart]) {
      const payload = part('username', 'guest') + part('other', 'a'.repeat(9_000));
      const headers = { 'content-type': type };
      const answer = await side.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
      expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'BODY_TOO_LARGE']);
    }
    // Without a length, it is refused while it is read.
    const options = { port, path: '/api/auth/login', method: 'POST', headers: { 'content-type': multipart } };
    const sending = request(options).on('error', () => {});
    let sent = 0;
    const send = setInterval(() => {
      sending.write('a'.repeat(1_000));
      sent += 1_000;
    }, 5);
    onTestFinished(() => clearInterval(send));
    await expect(once(sending, 'response')).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
    expect(sent).toBeLessThan(100_000);
  });

  test('with thousands of fields of one name is refused, in a time that grows with their number only', async () => {
    const headers = { 'content-type': form };
    /** The least processor time of three attempts, in microseconds. */
    const timeOf = async (fields: number) => {
      const times: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const begun = process.cpuUsage();
        const payload = 'a&'.repeat(fields);
        const answer = await side.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_FAILED']);
        const { user, system } = process.cpuUsage(begun);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    // 64 times if each field is looked for among all of them.
    expect((await timeOf(4_096)) / (await timeOf(512))).toBeLessThan(32);
  });

  test.each<[string, string, Uint8Array]>([
    ['percent-encoded', form, Buffer.from('username=guest&password=caf%E9')],
    ['raw in an urlencoded form', form, Buffer.from('username=guest&password=caf\xe9', 'latin1')],
    ['in a username', form, Buffer.from('username=Ren%E9&password=quiet+river')],
    [
      'in a multipart form',
      'multipart/form-data; boundary=x',
      Buffer.from(
        ['username"\r\n\r\nguest', 'password"\r\n\r\ncaf\xe9']
          .map((field) => `--x\r\ncontent-disposition: form-data; name="${field}\r\n`)
          .concat('--x--\r\n')
          .join(''),
        'latin1',
      ),
    ],
  ])('with invalid UTF-8, %s, is refused as malformed, not as a wrong password', async (_, type, payload) => {
    for (const url of ['/api/auth/login', '/api/auth/token']) {
      const answer = await side.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'MALFORMED_REQUEST']);
      expect(answer.json().detail).toBe('The request is not valid UTF-8');
    }
  });

  test('accepts a percent sign that encodes nothing, and unencoded letters beyond ASCII', async () => {
    const answer = await side.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': form },
      payload: 'username=ＧＵＥＳＴ&password=100%+sure',
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'LOGIN_FAILED']);
  });

  test('without a form is refused', async () => {
    const answer = await side.app.inject({ method: 'POST', url: '/api/auth/login' });
    expect([answer.statusCode, answer.json().detail]).toEqual([400, 'Please enter both username and password']);
  });

  test('refuses some of many simultaneous log-ins with 503, before their forms are read, and answers the rest', async () => {
    const sent = Array.from({ length: 50 }, () => logIn('nobody', 'wrong'));
    expect((await Promise.race(sent)).statusCode).toBe(503);
    const sendTooLongForm = () => logIn('a'.repeat(9_000), 'wrong');
    expect((await sendTooLongForm()).statusCode).toBe(503);
    const answers = await Promise.all(sent);
    expect((await sendTooLongForm()).statusCode).toBe(413);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(32);
    const sentAway = answers.find(({ statusCode }) => statusCode === 503);
    expect(sentAway?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  test('records an event in the stream of the session', async () => {
    const { access_token } = (await logIn(GUEST_USERNAME, GUEST_PASSWORD)).json().data;
    const { session, account } = await person(access_token);
    const events = await side.log.readStream(streams.session(session));
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([{ type: 'SessionStarted', data: { account } }]);
  });
});

test('logging out ends the session in the vault', async () => {
  const { access_token } = (await logIn(GUEST_USERNAME, GUEST_PASSWORD)).json().data;
  const { session } = await person(access_token);
  const call = callerOf(side.app, access_token);
  expect((await call('POST', '/api/auth/logout')).json()).toMatchObject({ success: true });
  const { rows } = await side.vault.query('select ended_at from vault.session where id = $1', [session]);
  expect(rows[0].ended_at).toBeInstanceOf(Date);
});

describe('the guest account', () => {
  test('is created once, however often and by however many processes', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => ensureGuest(side.deps, GUEST_PASSWORD, true)));
    expect(new Set(accounts).size).toBe(1);
    const [account] = accounts;
    if (account === undefined) throw new Error('no account');
    const types = (await side.log.readStream(streams.account(account))).map(({ type }) => type);
    expect(types).toEqual(['AccountRegistered']);
  });

  test('takes the password from the settings, and a new one ends the sessions of the old one', async () => {
    const { access_token } = (await logIn(GUEST_USERNAME, GUEST_PASSWORD)).json().data;
    await ensureGuest(side.deps, 'another-demo', true);
    expect((await logIn(GUEST_USERNAME, GUEST_PASSWORD)).statusCode).toBe(401);
    expect((await logIn(GUEST_USERNAME, 'another-demo')).statusCode).toBe(200);
    const call = callerOf(side.app, access_token);
    expect((await call('POST', '/api/anecdotes', { description: 'Too late' })).statusCode).toBe(401);
    await ensureGuest(side.deps, GUEST_PASSWORD, true);
  });
});

test('every route except the public ones refuses calls without a valid token', async () => {
  const guarded = side.routes.filter(({ access }) => access !== 'public');
  expect(guarded.length).toBeGreaterThanOrEqual(8);
  for (const { name: route } of guarded) {
    const [method, path = ''] = route.split(' ');
    const url = path.replace(':id', '0197c000-0000-7000-8000-00000000000a');
    for (const authorization of [undefined, '', 'Bearer', 'Bearer x', 'Basic Z3Vlc3Q6Z3Vlc3Q=', 'Bearer a.b.c']) {
      const answer = await side.app.inject({
        method: method as 'POST',
        url,
        headers: { ...(authorization !== undefined && { authorization }), 'content-type': 'application/json' },
        payload: '{}',
      });
      expect([answer.statusCode, answer.json().error.code], `${route} ${authorization}`).toEqual([
        401,
        'UNAUTHENTICATED',
      ]);
    }
  }
});
