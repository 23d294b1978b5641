import { randomBytes } from 'node:crypto';
import { prepareCommandService } from '@anecdotes/command-service/service';
import { streams } from '@anecdotes/contracts';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { createEventStore } from '@anecdotes/deploy/embedded/event-store';
import { projectors } from '@anecdotes/projection-service/read-models';
import { expect, test, vi } from 'vitest';
import { logIn } from '../support/client.ts';
import { CHEAP, GUEST_PASSWORD } from '../support/command-side.ts';
import { createPreparedDatabase } from '../support/database.ts';
import { newDataDir, startProduct } from '../support/product.ts';
import { expectLikeTheLog } from '../support/projection.ts';

const HOUR = 3_600_000;

test('a due guest journal is emptied once despite killed and parallel programs', { timeout: 120_000 }, async () => {
  const DATABASE_URL = await createPreparedDatabase();
  const [masterKey, signingKey] = [randomBytes(32), newSigningKey()];
  const vault = createPool(DATABASE_URL, { name: 'test', max: 4, onError() {} });
  const log = createEventStore(DATABASE_URL);
  await log.migrate();
  // The guest account is 23 hours old.
  const clock = () => new Date(Date.now() - 23 * HOUR);
  const { guestJournal, keys } = await prepareCommandService(
    {
      ...{ masterKey, signingKey, accessTokenTtl: 3_600, guestPassword: GUEST_PASSWORD, isRateLimited: false },
      ...{ guestResetHours: 24, guestMaxAnecdotes: 100, redditBaseUrl: null, passwordCost: CHEAP },
    },
    { log, vault, clock },
  );
  const start = (hours: number) =>
    startProduct(newDataDir(), {
      ...{ DATABASE_URL, MASTER_KEY: masterKey.toString('base64'), SIGNING_KEY: signingKey },
      GUEST_RESET_HOURS: String(hours),
      // They share the log in this database, whichever log the other tests run on.
      EVENTSTORE_URL: '',
    });
  const resets = async () =>
    (await log.readStream(streams.account(guestJournal.account))).filter(({ type }) => type === 'GuestJournalReset');

  const early = await start(24);
  const guest = await logIn(early.address);
  const { body, headers } = await guest.call('POST', '/api/anecdotes', { description: 'Of yesterday' });
  const written = { 'x-min-position': headers.get('x-log-position') ?? '' };
  expect((await guest.call('GET', `/api/anecdotes/${body.data.id}`, undefined, written)).status).toBe(200);
  expect(await resets()).toHaveLength(0);
  await early.stop('SIGKILL');

  const due = await Promise.all([start(23), start(23)]);
  // Its keys are retired some time before the journal is emptied.
  await vi.waitFor(async () => expect(await resets()).toHaveLength(1), { timeout: 60_000 });
  await due[0].stop('SIGKILL');
  const next = await start(23);
  expect(await resets()).toHaveLength(1);
  const back = await logIn(next.address);
  const made = await back.call('POST', '/api/anecdotes', { description: 'Of today' });
  const position = { 'x-min-position': made.headers.get('x-log-position') ?? '' };
  // The killed process may have kept up the views; another one takes over when its lease has expired.
  await vi.waitFor(
    async () => {
      expect((await back.call('GET', `/api/anecdotes/${body.data.id}`, undefined, position)).status).toBe(404);
    },
    { timeout: 20_000 },
  );
  expect((await back.call<unknown[]>('GET', '/api/anecdotes', undefined, position)).body.data).toHaveLength(1);
  expect((await back.call('DELETE', `/api/anecdotes/${body.data.id}`)).status).toBe(404);

  await expectLikeTheLog({ pool: vault, source: log, keys, projectors });
  await Promise.all([due[1].stop(), next.stop()]);
  await Promise.all([log.close(), vault.end()]);
});
