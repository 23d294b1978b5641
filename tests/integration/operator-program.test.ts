import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { bundleOf } from '@anecdotes/deploy/run/programs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPreparedDatabase, createTestDatabase } from '../support/database.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { cheapHashes, compileCache, type RunningProduct, startProduct } from '../support/product.ts';
import { PASSWORD } from '../support/visitor.ts';

const program = bundleOf('deploy/accounts/main.ts');
const keys = { MASTER_KEY: randomBytes(32).toString('base64'), SIGNING_KEY: newSigningKey() };
let product: RunningProduct;
let settings: Record<string, string>;

beforeAll(async () => {
  settings = { ...keys, DATABASE_URL: await createPreparedDatabase() };
  product = await startProduct(undefined, { ...settings, REGISTRATION: 'invite', GUEST: 'off' });
});
afterAll(() => product?.stop());

const accounts = (...parameters: string[]) => accountsIn(settings, ...parameters);

async function accountsIn(environment: Record<string, string>, ...parameters: string[]) {
  const child = spawn(process.execPath, [...cheapHashes, program, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...compileCache, ...environment, PUBLIC_URL: product.address },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

async function post(path: string, body: object) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${product.address}/api/auth/${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Body };
}

type Body = { data: { access_token: string; email: string }; error: { code: string } | null };

test('accounts can be created, listed and disabled while the product runs, which notices within five seconds', async () => {
  const made = await accounts('create', '--username', 'ida', '--email', 'ida@example.org', '--json');
  expect(made.code).toBe(0);
  const { account, link } = JSON.parse(made.output);
  expect(link).toContain(`${product.address}/reset-password?token=`);
  const token = new URL(link).searchParams.get('token');
  await post('reset-password', { token, new_password: PASSWORD, confirm_password: PASSWORD });
  const logIn = () =>
    fetch(`${product.address}/api/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ida', password: PASSWORD }),
    });
  const session = await logIn();
  const { access_token } = ((await session.json()) as Body).data;
  const headers = {
    authorization: `Bearer ${access_token}`,
    'x-min-position': session.headers.get('x-log-position') ?? '',
  };
  const isIn = async (path: string) => (await fetch(`${product.address}${path}`, { headers })).ok;
  expect(await isIn('/api/auth/me')).toBe(true);

  expect(await accounts('disable', 'ida@example.org')).toMatchObject({ code: 0, output: 'ida is disabled.\n' });
  await expectOverInFiveSeconds(async () => !(await isIn('/api/auth/me')));
  expect(((await (await logIn()).json()) as Body).error?.code).toBe('ACCOUNT_DISABLED');
  const { output } = await accounts('list', '--json');
  const listed = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toMatchObject([
    { role: 'guest', username: 'guest', status: 'disabled' },
    {
      ...{ id: account, role: 'member', username: 'ida', email: 'ida@example.org', status: 'disabled', anecdotes: 0 },
      ...{ createdAt: expect.any(String), lastLogin: expect.any(String), expiresAt: null },
    },
  ]);
  const again = await accounts('disable', 'ida', '--json');
  expect(JSON.parse(again.output)).toEqual({ account, status: 'disabled', isChanged: false });
});

test('an invitation lets its address register; a refusal exits with 1, wrong usage with 2', async () => {
  const { code, output } = await accounts('invite', 'jan@example.org');
  expect([code, output]).toEqual([0, expect.stringMatching(/^jan@example\.org may register once until /)]);
  const invitation = /token=([\w-]+)/.exec(output)?.[1];
  expect((await post('check-invitation', { token: invitation })).body.data).toEqual({ email: 'jan@example.org' });
  const wanted = { username: 'jan', email: 'jan@example.org', password: PASSWORD };
  expect((await post('register', wanted)).body.error?.code).toBe('INVITATION_NEEDED');
  expect((await post('register', { ...wanted, invitation })).status).toBe(201);
  expect(await accounts('disable', 'nobody')).toEqual({ code: 1, output: '', errors: 'There is no account nobody.\n' });
  expect(await accounts('erase', 'jan')).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') });
  const mailed = await accounts('invite', 'eva@example.org', '--mail');
  expect(mailed).toMatchObject({ code: 2, errors: expect.stringMatching(/^invite does not take --mail\. /) });
});

test('a list creates nothing in an empty database, and says that the program must be started first', async () => {
  const DATABASE_URL = await createTestDatabase();
  const { code, output, errors } = await accountsIn({ ...keys, DATABASE_URL }, 'list');
  expect([code, output]).toEqual([2, '']);
  expect(errors).toMatch(/^A table is missing .* Start the program once, or check DATABASE_URL\.\n$/);
  const pool = createPool(DATABASE_URL, { name: 'test', max: 1, onError() {} });
  const { rows } = await pool.query(
    "select nspname from pg_namespace where nspname !~ '^pg_|^information_schema|^public'",
  );
  expect(rows).toEqual([]);
  await pool.end();
});

test('a program whose EventStoreDB does not answer says so while it waits', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const environment = { ...settings, EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` };
  const child = spawn(process.execPath, [program, 'invite', 'kim@example.org'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stderr, 'data');
  expect(String(line)).toBe('EventStoreDB does not answer. Trying again …\n');
});
