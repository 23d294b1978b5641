import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createShortages } from '@anecdotes/contracts/server/postgres/shortage';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { healthRoutes } from './operator-routes.ts';

test('a service that is unavailable because a connection was cut says so', async () => {
  const readers = new pg.Pool();
  vi.spyOn(readers, 'query').mockRejectedValue(
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  );
  const app = createHttpServer({ logger: false });
  const health = () => expect.unreachable();
  healthRoutes(app, { readers, health, shortages: createShortages() });
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ status: 'unavailable', reasons: ['The database did not answer.'] });
});
