import type { AccountId, SessionId } from '@anecdotes/contracts';
import { NoParameters } from '@anecdotes/contracts';
import { type Principal, requireAuthentication } from '@anecdotes/contracts/server/auth/authentication';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { createLastPositions } from '@anecdotes/contracts/server/http/last-positions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { enforceMinimumPosition } from './minimum-position.ts';
import type { Positions } from './positions.ts';

const account = newId() as AccountId;

/** Two sessions of one account that read views at position 7; `waitFor` records the positions that were waited for. */
function readsAt7(lastPositions = createLastPositions()) {
  const waitFor = vi.fn<Positions['waitFor']>(async (position) => position <= 7n);
  const app = createHttpServer({ logger: false });
  onTestFinished(() => app.close());
  requireAuthentication(
    app,
    async (session) => ({ account, kind: 'person', session: session as SessionId }) as Principal,
  );
  const positions = { current: () => 7n, waitFor } as Partial<Positions> as Positions;
  enforceMinimumPosition(app, positions, { lastPositions });
  const config = { access: 'journal', scope: 'read', limit: 'read' } as const;
  const schema = { querystring: NoParameters, response: { 200: z.object({}) } };
  for (const path of ['/api/tags', '/api/live']) app.get(path, { config, schema }, async () => ({}));
  app.get('/api/config', { config: { access: 'public', limit: 'read' }, schema }, async () => ({}));
  const read = (authorization: string, headers = {}, url = '/api/tags') =>
    app.inject({ url, headers: { authorization, ...headers } });
  return { lastPositions, waitFor, read };
}

test('a read without X-Min-Position waits for the last change of its caller, and gets 503 if that does not become visible', async () => {
  const { lastPositions, waitFor, read } = readsAt7();
  lastPositions.record('ann', '6');
  expect((await read('ann')).statusCode).toBe(200);
  expect(waitFor).toHaveBeenLastCalledWith(6n, 2_000);
  lastPositions.record('ann', '8');
  const late = await read('ann');
  expect([late.statusCode, late.headers['retry-after'], late.json().error.code]).toEqual([503, '1', 'NOT_YET_VISIBLE']);
});

test('X-Min-Position replaces the last change of the caller, unless it is empty', async () => {
  const { lastPositions, read } = readsAt7();
  lastPositions.record('ann', '8');
  expect((await read('ann', { 'x-min-position': '5' })).statusCode).toBe(200);
  expect((await read('ann', { 'x-min-position': '' })).statusCode).toBe(503);
});

test('no call waits for the change of another caller, and a call that shows no journal does not wait for any change', async () => {
  const { lastPositions, waitFor, read } = readsAt7();
  lastPositions.record('ann', '8');
  const answers = [await read('ben'), await read('ann', {}, '/api/live'), await read('ann', {}, '/api/config')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  // Position 0 only waits until there are views that may be shown.
  expect(waitFor.mock.calls.map(([position]) => position)).toEqual([0n]);
});

test.each(['8', 'x'])('a public call ignores the position %s', async (named) => {
  const { waitFor, read } = readsAt7();
  expect((await read('ann', { 'x-min-position': named }, '/api/config')).statusCode).toBe(200);
  expect(waitFor).not.toHaveBeenCalled();
});
