import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleError } from './errors.ts';
import { loggerOptions } from './logging.ts';

/** What every route of the API declares. */
const config = { access: 'public', limit: 'read' } as const;

test('neither a query nor the message of an error reaches a log line', async () => {
  let written = '';
  const stream = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  const app = Fastify({ logger: { ...(loggerOptions('trace') as object), stream } });
  app.setErrorHandler(handleError);
  app.get('/search/:word', { config }, async () => {
    throw Object.assign(new Error('invalid input: "canary\n    at canary (file:///canary:1:1)\n"'), {
      code: '22P02',
      detail: 'Key (x)=(canary)',
    });
  });
  const answer = await app.inject('/search/canary?q=canary');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('canary');
  expect(written).toContain('22P02');
  expect(written).toContain('/search/:word');
  expect(written).toContain('logging.test.ts');
  expect(written).not.toContain('canary');
});
