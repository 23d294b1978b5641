import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { headers } from '@anecdotes/contracts';
import { newSigningKey } from '@anecdotes/contracts/server/tokens';
import { expect, onTestFinished, test } from 'vitest';
import { logIn } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestServer } from '../support/eventstoredb/server.ts';

/** Starts a program and answers its address, or what it said when it ended instead. */
async function start(file: string, environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', RATE_LIMIT: 'off', PORT: '0', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let output = '';
  const address = new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        const found = /runs at (http:\/\/\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    void exited.then(() => resolve(undefined));
  });
  return {
    address: (await address) ?? '',
    output: () => output,
    exited,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

test('both services run apart behind the gateway, on EventStoreDB and one database, and each ends cleanly', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const environment = {
    EVENTSTORE_URL: server.url,
    DATABASE_URL: await createTestDatabase(),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SIGNING_KEY: newSigningKey(),
    LOG_LEVEL: 'warn',
  };
  const commands = await start('command-service/src/main.ts', environment);
  const queries = await start('projection-service/src/main.ts', environment);
  const gateway = await start('deploy/gateway/main.ts', {
    COMMAND_URL: commands.address,
    PROJECTION_URL: queries.address,
    LOG_LEVEL: 'error',
  });
  const client = await logIn(gateway.address);
  const made = await client.call('POST', '/api/anecdotes', { description: 'Across two processes' });
  expect(made.status).toBe(201);
  const seen = { [headers.minPosition]: made.headers.get(headers.logPosition) ?? '' };
  const read = await client.call('GET', `/api/anecdotes/${made.body.data.id}`, undefined, seen);
  expect(read.body.data).toEqual(made.body.data);
  expect(read.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(read.headers.get('x-content-type-options')).toBe('nosniff');

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
  expect((await client.call('GET', '/api/anecdotes')).body.error?.code).toBe('UNAVAILABLE');
  expect((await fetch(`${gateway.address}/readyz`)).status).toBe(503);
  expect((await client.call('POST', '/api/anecdotes', { description: 'Still taken' })).status).toBe(201);
  expect(await commands.stop()).toBe(0);
  expect(await gateway.stop()).toBe(0);
}, 60_000);

test.each(['command-service/src/main.ts', 'projection-service/src/main.ts'])(
  '%s names what is missing in one line and ends with 1',
  async (file) => {
    const { exited, output } = await start(file, {});
    expect((await exited)[0]).toBe(1);
    expect(output()).toMatch(/^Wrong setting\. .*DATABASE_URL.*MASTER_KEY.*EVENTSTORE_URL.*\n$/);
  },
);
