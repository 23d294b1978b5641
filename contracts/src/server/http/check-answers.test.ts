import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Problem, type ProblemCode } from '../../problem.ts';
import { createHttpServer } from './http-server.ts';

async function answerOf(answer: object): Promise<number> {
  const app = createHttpServer({ logger: false });
  onTestFinished(() => app.close());
  const schema = { response: { 200: z.object({ count: z.int() }) } };
  const config = { access: 'public', limit: 'read' } as const;
  // Sent as JSON text, as the answers to commands are, so that the compiler does not check its type.
  app.get('/api/count', { config, schema }, (_, reply) => {
    reply.type('application/json').send(JSON.stringify(answer) as never);
  });
  return (await app.inject('/api/count')).statusCode;
}

test('in tests, a call fails when its answer does not match the schema of its route', async () => {
  expect(await answerOf({ count: 1 })).toBe(200);
  expect(await answerOf({ count: 'one' })).toBe(500);
});

test('in tests, a call fails when it is refused with a problem that the API document does not list for it', async () => {
  const app = createHttpServer({ logger: false });
  onTestFinished(() => app.close());
  const config = { access: 'public', limit: 'read' } as const;
  const schema = { response: { 200: z.null() } };
  app.get('/api/config', { config, schema }, ({ headers }) => {
    throw new Problem(headers.from as ProblemCode);
  });
  const refusedWith = async (from: ProblemCode) =>
    (await app.inject({ url: '/api/config', headers: { from } })).statusCode;
  expect(await refusedWith('RATE_LIMITED')).toBe(429);
  expect(await refusedWith('LOGIN_FAILED')).toBe(500);
});
