import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { Problem } from '../../problem.ts';
import { handleError } from './errors.ts';
import { loggerOptions } from './logging.ts';

/** What every route of the API declares. */
const config = { access: 'public', limit: 'read' } as const;

/** A server whose log lines of `level` and above are in `lines`. */
function loggingServer(level: string) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ logger: { ...(loggerOptions(level) as object), stream } });
  app.setErrorHandler(handleError);
  return { app, lines };
}

test('a refusal with 503 is logged as an error only if something has caused it', async () => {
  const { app, lines } = loggingServer('warn');
  app.get('/behind', { config }, async () => {
    throw new Problem('NOT_YET_VISIBLE', { retryAfter: 1 });
  });
  app.get('/broken', { config }, async () => {
    throw new Problem('UNAVAILABLE', {}, { cause: new RangeError('broken') });
  });
  for (const path of ['/behind', '/broken']) expect((await app.inject(path)).statusCode).toBe(503);
  expect(lines).toEqual([expect.stringContaining('RangeError')]);
});

test('a caller that disconnects while it sends a body is not logged', async () => {
  const { app, lines } = loggingServer('info');
  const handled = Promise.withResolvers<void>();
  app.addHook('onSend', async () => handled.resolve());
  app.post('/', { config }, async () => ({}));
  const begun = Promise.withResolvers<void>();
  app.addHook('onRequest', async () => begun.resolve());
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await begun.promise;
  socket.destroy();
  await handled.promise;
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([]);
});

test.runIf(process.platform === 'linux')('a log that cannot be written does not end the program', () => {
  const urlOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const code = `import Fastify from 'fastify';
    import { loggerOptions } from ${urlOf('logging.ts')};
    import { endOnSignal } from ${urlOf('../process.ts')};
    endOnSignal(async () => {});
    const { log } = Fastify({ logger: loggerOptions('info') });
    for (let line = 0; line < 3; line += 1) {
      log.info('a line');
      await new Promise(setImmediate);
    }
    process.exit(7);`;
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', full, 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  expect(status).toBe(7);
});

test('neither a query nor the message of an error reaches a log line', async () => {
  const { app, lines } = loggingServer('trace');
  app.get('/search/:word', { config }, async () => {
    throw Object.assign(new Error('invalid input: "canary\n    at canary (file:///canary:1:1)\n"'), {
      code: '22P02',
      detail: 'Key (x)=(canary)',
    });
  });
  const answer = await app.inject('/search/canary?q=canary');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('canary');
  const written = lines.join('');
  expect(written).toContain('22P02');
  expect(written).toContain('/search/:word');
  expect(written).toContain('logging.test.ts');
  expect(written).not.toContain('canary');
});
