import { expect, test, vi } from 'vitest';
import type { Projection } from './projection.ts';
import { runProjection } from './run.ts';

test('a run throws the last error once the database has failed as often as is allowed', async () => {
  const query = vi.fn(() => Promise.reject(new Error('gone')));
  const projection = { pool: { query }, maxFailures: 3 } as unknown as Projection;
  const run = runProjection(projection, { target: 1, signal: new AbortController().signal });
  await expect(run).rejects.toThrow('gone');
  expect(query).toHaveBeenCalledTimes(3);
});
