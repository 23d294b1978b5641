import { newApiKeySecret } from '@anecdotes/contracts/server/auth/api-key-secret';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

let side: BothSides;
let mailbox: Mailbox;
let visitor: Visitor;

beforeAll(async () => {
  side = await startBothSides();
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(() => side.close());

async function newKey(token: string, body: object = { name: 'Script' }): Promise<{ id: string; key: string }> {
  const answer = await side.call(token, 'POST', '/api/api-keys', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
}

const statusOf = async (key: string) => (await side.call(key, 'GET', '/api/anecdotes')).statusCode;
const stops = (key: string) => expectOverInFiveSeconds(async () => (await statusOf(key)) === 401);

test('a program can keep a journal with nothing but an API key', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { key } = await newKey(token);
  expect(key).toMatch(/^anec_[0-9A-Za-z]{49}$/);
  const first = await side.call(key, 'POST', '/api/anecdotes', { description: 'The tram waited', tags: ['kind'] });
  const second = await side.call(key, 'POST', '/api/anecdotes', { description: 'And went on' });
  const [parent, child] = [first.json().data.id, second.json().data.id];
  expect((await side.call(key, 'PUT', `/api/anecdotes/${child}`, { connected_to: parent })).statusCode).toBe(200);
  expect((await side.call(key, 'GET', '/api/anecdotes')).json().data).toHaveLength(2);
  expect((await side.call(key, 'GET', '/api/anecdotes/search?query=tram')).json().data).toHaveLength(1);
  expect((await side.call(key, 'GET', '/api/tags')).json().data).toMatchObject([{ name: 'kind' }]);
  expect((await side.call(key, 'POST', `/api/anecdotes/${child}/react`)).json().data.success).toBe(true);
  expect((await side.call(key, 'DELETE', `/api/anecdotes/${child}`)).statusCode).toBe(200);
  expect((await side.call(token, 'GET', '/api/anecdotes')).json().data).toMatchObject([{ id: parent }]);

  const [event] = await side.log.readStream(`anecdote-${parent}`);
  expect(event?.metadata.actor.kind).toBe('api-key');
  expect(event?.metadata.origin).toMatchObject({ channel: 'api', key_id: expect.any(String) });
});

test('a key can do only what its scopes allow', async () => {
  const { token } = await visitor.newMember(mailbox);
  const reading = await newKey(token, { name: 'Reads', scopes: ['read'] });
  const writing = await newKey(token, { name: 'Writes', scopes: ['write'] });
  const write = async (key: string) =>
    (await side.call(key, 'POST', '/api/anecdotes', { description: 'x' })).statusCode;
  expect([await statusOf(reading.key), await write(reading.key)]).toEqual([200, 403]);
  expect([await statusOf(writing.key), await write(writing.key)]).toEqual([403, 201]);
  const refused = await side.call(writing.key, 'GET', '/api/anecdotes');
  expect(refused.json().detail).toBe('This API key does not have the scope read');
  const account = (await side.call(writing.key, 'GET', '/api/auth/me')).json();
  expect(account).toMatchObject({
    error: { code: 'FORBIDDEN' },
    detail: 'An API key cannot do this. It needs a login.',
  });
});

test('a deactivated, deleted or rotated key stops working at once, and an expiring one at its expiration time', async () => {
  const { token } = await visitor.newMember(mailbox);
  const expiresAt = new Date(Date.now() + 3_000).toISOString();
  const [off, gone, old, late] = [
    await newKey(token),
    await newKey(token),
    await newKey(token),
    await newKey(token, { name: 'Late', expires_at: expiresAt }),
  ];
  for (const { key } of [off, gone, old, late]) expect(await statusOf(key)).toBe(200);
  const switched = await side.call(token, 'PUT', `/api/api-keys/${off.id}`, { is_active: false });
  expect(switched.json().data).toMatchObject({ is_active: false });
  const deleted = await side.call(token, 'DELETE', `/api/api-keys/${gone.id}`);
  expect(deleted.json().data).toMatchObject({ success: true, message: 'API key deleted successfully' });
  const rotated = (await side.call(token, 'POST', `/api/api-keys/${old.id}/rotate`)).json().data;
  for (const { key } of [off, gone, old]) {
    expect(await statusOf(key)).toBe(401);
    expect((await side.call(key, 'POST', '/api/anecdotes', { description: 'x' })).statusCode).toBe(401);
  }
  await stops(late.key);
  expect(await statusOf(rotated.key)).toBe(200);
  await side.call(token, 'PUT', `/api/api-keys/${off.id}`, { is_active: true });
  expect(await statusOf(off.key)).toBe(200);
});

test('a logged-out person cannot create or activate API keys, even while the token is still accepted for reads', async () => {
  const { name, token } = await visitor.newMember(mailbox);
  const { id } = await newKey(token);
  await side.call(token, 'PUT', `/api/api-keys/${id}`, { is_active: false });
  const logIn = async () => (await visitor.logIn(name)).json().data.access_token as string;
  const taken = await logIn();
  expect(await statusOf(taken)).toBe(200);
  await side.call(taken, 'POST', '/api/auth/logout');
  expect(await statusOf(taken)).toBe(200);

  const retried = { 'idempotency-key': 'once-more' };
  const attempts = [
    await side.call(taken, 'POST', '/api/api-keys', { name: 'Left behind' }, retried),
    await side.call(taken, 'PUT', `/api/api-keys/${id}`, { is_active: true }),
    await side.call(taken, 'POST', `/api/api-keys/${id}/rotate`),
  ];
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  const { rows } = await side.vault.query(
    'select is_active from vault.api_key where account = (select account from vault.api_key where id = $1)',
    [id],
  );
  expect(rows).toEqual([{ is_active: false }]);
  const again = await side.call(await logIn(), 'POST', '/api/api-keys', { name: 'Left behind' }, retried);
  expect(again.statusCode).toBe(201);
});

test('a changed or reset password deactivates all keys and lists them so, even while the log is unreachable', async () => {
  const { name, email, token } = await visitor.newMember(mailbox);
  const { id, key } = await newKey(token);
  const append = side.log.append.bind(side.log);
  const isAway = (type: string) => ['PasswordChanged', 'SessionEnded', 'ApiKeyDeactivated'].includes(type);
  Object.assign(side.log, {
    append: async (wanted: Parameters<typeof append>[0]) => {
      if (wanted.events.some(({ type }) => isAway(type))) throw new Error('the log is away');
      return append(wanted);
    },
  });
  const expectAllOff = async (session: string) => {
    expect((await side.call(key, 'GET', '/api/tags')).statusCode).toBe(401);
    expect((await side.call(session, 'GET', '/api/api-keys')).json().data).toMatchObject([{ id, is_active: false }]);
    const { rows } = await side.vault.query('select from vault.api_key where is_active and id = $1', [id]);
    expect(rows).toEqual([]);
  };
  try {
    const passwords = { current_password: PASSWORD, new_password: 'another river 12' };
    const changed = await side.call(token, 'POST', '/api/auth/change-password', passwords);
    expect([changed.statusCode, changed.json().data]).toEqual([200, { message: 'Password changed successfully' }]);
    await expectAllOff(token);

    await side.call(token, 'PUT', `/api/api-keys/${id}`, { is_active: true });
    expect((await side.call(key, 'GET', '/api/tags')).statusCode).toBe(200);
    await visitor.post('forgot-password', { email });
    const reset = { token: await mailbox.token(email, 'password-reset'), new_password: 'a third river 12' };
    const answer = await visitor.post('reset-password', { ...reset, confirm_password: reset.new_password });
    expect(answer.statusCode, answer.body).toBe(200);
    const again = await visitor.logIn(name, reset.new_password);
    expect(again.statusCode).toBe(200);
    await expectAllOff(again.json().data.access_token);
  } finally {
    Object.assign(side.log, { append });
  }
});

test('a rotated key accepts its old secret during the grace period', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { id, key } = await newKey(token);
  await side.call(token, 'POST', `/api/api-keys/${id}/rotate`, { grace_seconds: 2 });
  expect(await statusOf(key)).toBe(200);
  await stops(key);
});

test('the list of keys is correct after many simultaneous changes', async () => {
  const { token } = await visitor.newMember(mailbox);
  const put = (id: string, is_active: boolean) => side.call(token, 'PUT', `/api/api-keys/${id}`, { is_active });
  const switched = await Promise.all(Array.from({ length: 4 }, () => newKey(token)));
  await Promise.all(switched.flatMap(({ id }) => [put(id, false), put(id, true), put(id, false)]));
  const { id } = await newKey(token);
  const rotate = () => side.call(token, 'POST', `/api/api-keys/${id}/rotate`);
  const rotated = await Promise.all(Array.from({ length: 4 }, rotate));
  expect(rotated.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);

  const listed = (await side.call(token, 'GET', '/api/api-keys')).json().data;
  const valid = await Promise.all(switched.map(async ({ key }) => (await statusOf(key)) === 200));
  const saysOf = (wanted: string) => listed.find((key: { id: string }) => key.id === wanted);
  expect(valid).toEqual(switched.map(({ id }) => saysOf(id).is_active));
  const secrets = rotated.map((answer) => answer.json().data);
  const hashes = [];
  for (const { key, key_hash } of secrets) if ((await statusOf(key)) === 200) hashes.push(key_hash);
  expect(hashes).toEqual([saysOf(id).key_hash]);
});

test('the list shows everything but the secret', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { id, key } = await newKey(token, { name: '  Backup  ' });
  await statusOf(key);
  await vi.waitFor(async () => {
    const list = (await side.call(token, 'GET', '/api/api-keys')).json().data;
    expect(list).toEqual([
      {
        ...{ id, name: 'Backup', is_active: true, scopes: ['read', 'write'], expires_at: null },
        ...{ key_hash: expect.stringMatching(/^[0-9a-f]{64}$/), user_id: expect.any(String) },
        ...{ created_at: expect.any(String), last_used: expect.stringMatching(/:00\.000Z$/) },
      },
    ]);
  }, 60_000);
});

test('the secret is in no table, no event and no repeated answer', async () => {
  const { token } = await visitor.newMember(mailbox);
  const idempotency = { 'idempotency-key': 'once' };
  const [first, second] = [
    await side.call(token, 'POST', '/api/api-keys', { name: 'Script' }, idempotency),
    await side.call(token, 'POST', '/api/api-keys', { name: 'Script' }, idempotency),
  ];
  const { key, ...rest } = first.json().data;
  expect(second.json().data).toEqual(rest);
  const { rows: tables } = await side.vault.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const { rows } = await side.vault.query(`select count(*)::int as found from ${name} t where t::text like $1`, [
      `%${String(key).slice(5)}%`,
    ]);
    expect([name, rows[0]?.found]).toEqual([name, 0]);
  }
});

test('an account has at most twenty keys, however many are created at once', async () => {
  const { token } = await visitor.newMember(mailbox);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => side.call(token, 'POST', '/api/api-keys', { name: 'Script' })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect([
    statuses.filter((status) => status === 201).length,
    statuses.filter((status) => status === 422).length,
  ]).toEqual([20, 5]);
});

test('a malformed key is refused without a database query', async () => {
  const query = vi.spyOn(side.vault, 'query');
  const real = newApiKeySecret();
  const wrongDigit = real.slice(0, -1) + (real.endsWith('0') ? '1' : '0');
  for (const key of ['anec_', 'anec_x', wrongDigit, `${real}0`, real.slice(0, -1), real.replace('anec_', 'anec_ ')]) {
    expect(await statusOf(key)).toBe(401);
  }
  const lookUps = () => query.mock.calls.filter((call: unknown[]) => JSON.stringify(call).includes('api_key'));
  expect(lookUps()).toHaveLength(0);
  expect(await statusOf(real)).toBe(401);
  expect(lookUps()).toHaveLength(1);
  query.mockRestore();
});

test('a wrong API key, and one that is sent in another form, are refused with different messages than an ended session', async () => {
  const { token } = await visitor.newMember(mailbox);
  const { id, key } = await newKey(token);
  await side.call(token, 'PUT', `/api/api-keys/${id}`, { is_active: false });
  const isWrong = 'This API key is invalid, has expired or was deactivated';
  const isInWrongForm = 'An API key must be sent as Authorization: Bearer anec_…';
  for (const [authorization, message] of [
    [`Bearer ${key}`, isWrong],
    ['Bearer anec_x', isWrong],
    ['Bearer anec_ x', isInWrongForm],
    ['Token anec_x', isInWrongForm],
    ['anec_x', isInWrongForm],
    ['Bearer ', isInWrongForm],
    ['Basic Z3Vlc3Q6Z3Vlc3Q=', isInWrongForm],
  ] as const) {
    const answer = await side.call(undefined, 'GET', '/api/anecdotes', undefined, { authorization });
    expect([authorization, answer.statusCode, answer.json().detail]).toEqual([authorization, 401, message]);
  }
  const session = await side.call('some.other.token', 'GET', '/api/anecdotes');
  expect(session.json().detail).toBe('Your session has expired. Please log in again.');
});

test('a program that sends no credentials is told to send some, and a browser that its session has expired', async () => {
  const messageTo = async (headers: object) =>
    (await side.call(undefined, 'GET', '/api/anecdotes', undefined, { ...headers })).json().detail;
  expect(await messageTo({})).toBe('Please log in, or send an API key as Authorization: Bearer anec_…');
  for (const headers of [{ cookie: 'XSRF-TOKEN=x' }, { 'sec-fetch-site': 'same-origin' }])
    expect(await messageTo(headers)).toBe('Your session has expired. Please log in again.');
});

test('an unauthenticated caller gets a WWW-Authenticate header', async () => {
  const challengeTo = async (...call: Parameters<BothSides['call']>) =>
    (await side.call(...call)).headers['www-authenticate'];
  expect(await challengeTo(undefined, 'GET', '/api/anecdotes')).toBe('Bearer');
  expect(await challengeTo('anec_x', 'POST', '/api/anecdotes', {})).toBe('Bearer error="invalid_token"');
  expect(await challengeTo('x.y.z', 'GET', '/api/tags')).toBe('Bearer error="invalid_token"');
  expect(await challengeTo(undefined, 'GET', '/api/config')).toBeUndefined();
});

test.each([
  [{ name: ' ' }, 'Please enter a name for the API key'],
  [{ name: '\u200b\u3164' }, 'Please enter a name for the API key'],
  [{ name: 'Back\nup' }, 'Please enter a name without line breaks'],
  [{ name: 'Back\u2028up' }, 'Please enter a name without line breaks'],
  [{ name: 'pu\u202ekcaB' }, 'name: Must not contain the invisible character U+202E'],
  [{}, 'Please enter a name for the API key'],
  [{ name: 'Late', expires_at: '2020-01-01T00:00:00Z' }, 'Please choose an expiration date in the future'],
  [{ name: 'Mine', user_id: 'x' }, 'user_id: Unknown field. Expected here: name, scopes, expires_at.'],
])('a new key with %j is refused', async (body, detail) => {
  const { token } = await visitor.newMember(mailbox);
  const answer = await side.call(token, 'POST', '/api/api-keys', body);
  expect([answer.statusCode, answer.json().detail]).toEqual([400, detail]);
});
