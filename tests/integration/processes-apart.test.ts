import { expect, onTestFinished, test } from 'vitest';
import { clientWith, logIn } from '../support/client.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';
import { sharedSettings, startService } from '../support/service-process.ts';

test('both services run as separate processes behind the gateway, on EventStoreDB and one database, and stop cleanly', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const environment = { ...(await sharedSettings(server.url)), LOG_LEVEL: 'warn' };
  const commands = await startService('command-service/src/main.ts', environment);
  const queries = await startService('projection-service/src/main.ts', environment);
  const gateway = await startService('deploy/gateway/main.ts', {
    RATE_LIMIT: 'on',
    COMMAND_URL: commands.address,
    PROJECTION_URL: queries.address,
    PUBLIC_URL: 'https://journal.example',
    LOG_LEVEL: 'error',
  });
  const client = await logIn(gateway.address);
  const made = await client.call('POST', '/api/anecdotes', { description: 'Across two processes' });
  expect(made.status).toBe(201);
  const text = 'The tram driver waited. '.repeat(100).trim();
  const long = await client.call('POST', '/api/anecdotes', { description: text });
  // The gateway remembers the position of the last write of this caller.
  const read = await client.call('GET', `/api/anecdotes/${made.body.data.id}`);
  expect(read.body.data).toEqual(made.body.data);
  expect(read.headers.get('strict-transport-security')).toBe('max-age=63072000');
  const compressed = await client.call('GET', `/api/anecdotes/${long.body.data.id}`);
  expect([compressed.headers.get('content-encoding'), compressed.body.data.description]).toEqual(['gzip', text]);
  expect(read.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(read.headers.get('x-content-type-options')).toBe('nosniff');

  const counted = { events: [{ event: 'page_view', route: '/dashboard', day: '2026-11-20' }] };
  // More calls than an address may make to paths that do not exist.
  for (let call = 0; call < 70; call += 1) {
    expect((await client.call('POST', '/api/analytics', counted)).status).toBe(204);
  }
  expect(await (await fetch(`${commands.address}/metrics`)).text()).toContain(
    '{event="page_view",route="/dashboard"} 70',
  );

  const leave = new AbortController();
  const live = await fetch(`${gateway.address}/api/live`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: leave.signal,
  });
  expect(live.headers.get('content-type')).toContain('text/event-stream');
  const reader = live.body?.getReader();
  await reader?.read();
  await client.call('POST', '/api/anecdotes', { description: 'Heard by an open tab' });
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: change');
  leave.abort();

  for (const { address } of [gateway, commands, queries]) expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await queries.stop()).toBe(0);
  const away = await client.call('GET', '/api/anecdotes');
  expect([away.body.error?.code, away.headers.get('retry-after')]).toEqual(['UNAVAILABLE', '1']);
  expect([away.headers.get('cache-control'), away.headers.get('x-content-type-options')]).toEqual([
    'no-store',
    'nosniff',
  ]);
  expect((await fetch(`${gateway.address}/readyz`)).status).toBe(503);
  expect((await client.call('POST', '/api/anecdotes', { description: 'Still taken' })).status).toBe(201);
  expect(await commands.stop()).toBe(0);
  expect(await gateway.stop()).toBe(0);
});

test('a projection-service with another master key than the vault is refused in one line', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const settings = { ...(await sharedSettings(server.url)), LOG_LEVEL: 'error' };
  await startService('command-service/src/main.ts', settings);
  const MASTER_KEY = Buffer.alloc(32, 1).toString('base64');
  const queries = await startService('projection-service/src/main.ts', { ...settings, MASTER_KEY });
  expect(queries.output()).toBe('Wrong setting. MASTER_KEY: Is not the one that this database was made with\n');
  expect(await queries.exited).toEqual([1, null]);
});

test('separate services enforce who may register and log in, and how much may be written', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const shared = { ...(await sharedSettings(server.url)), REGISTRATION: 'closed', LOG_LEVEL: 'error' };
  const start = async (given: Record<string, string>, token = '') => {
    const commands = await startService('command-service/src/main.ts', { ...shared, ...given });
    const queries = await startService('projection-service/src/main.ts', { ...shared, ...given });
    return {
      commands: clientWith(commands.address, token),
      queries: clientWith(queries.address, token),
      logIn: () => logIn(commands.address),
      stop: () => Promise.all([commands.stop(), queries.stop()]),
    };
  };

  const limited = await start({ GUEST_MAX_ANECDOTES: '1' });
  expect((await limited.queries.call('GET', '/api/config')).body.data).toMatchObject({ registration: 'closed' });
  const newcomer = { username: 'mara', email: 'mara@example.org', password: 'rain against the hinge' };
  const refused = await limited.commands.call('POST', '/api/auth/register', newcomer);
  expect(refused.body.error?.code).toBe('REGISTRATION_CLOSED');
  const guest = await limited.logIn();
  expect((await guest.call('POST', '/api/anecdotes', { description: 'There is room' })).status).toBe(201);
  const full = await guest.call('POST', '/api/anecdotes', { description: 'There is none' });
  expect(full.body.error?.code).toBe('ANECDOTE_LIMIT_REACHED');
  await limited.stop();

  const withoutGuest = await start({ GUEST: 'off' }, guest.token);
  expect((await withoutGuest.queries.call('GET', '/api/config')).body.data).toMatchObject({ guest: null });
  await expect(withoutGuest.logIn()).rejects.toThrow('403');
  expect((await withoutGuest.queries.call('GET', '/api/anecdotes')).status).toBe(401);
  expect(await withoutGuest.stop()).toEqual([0, 0]);
});

test.each(['command-service/src/main.ts', 'projection-service/src/main.ts'])(
  '%s names the missing settings in one line and exits with 1',
  async (file) => {
    const { exited, output } = await startService(file, {});
    expect((await exited)[0]).toBe(1);
    expect(output()).toMatch(/^Wrong setting\. .*DATABASE_URL.*MASTER_KEY.*EVENTSTORE_URL.*\n$/);
  },
);
