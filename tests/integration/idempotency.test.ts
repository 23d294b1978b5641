import { createHash } from 'node:crypto';
import { commandService } from '@anecdotes/command-service/service';
import { createClaims } from '@anecdotes/command-service/vault/claims';
import { createIdempotency, forgetAnswers } from '@anecdotes/command-service/vault/idempotency';
import { type BatchItem, type CommandId, headers } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { EventStore } from '@anecdotes/deploy/embedded/event-store';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Caller, type CommandSide, callerOf, startCommandSide, untilAvailable } from '../support/command-side.ts';
import { untilLockWait } from '../support/lock-waits.ts';
import { eventsAfter } from '../support/log-events.ts';

let side: CommandSide;
let call: Caller;
/** What happens to the next appends: not stored, or stored and the answer lost. */
let appendFaults: ('not stored' | 'answer lost')[] = [];

beforeAll(async () => {
  side = await startCommandSide({ log: withAppendFaults });
  call = callerOf(side.app, await side.tokenOf());
});
afterAll(() => side.close());

function withAppendFaults(store: EventStore): EventStore {
  return {
    ...store,
    async append(append) {
      const fault = appendFaults.shift();
      if (fault === 'not stored') throw new Error('the log is away');
      const result = await store.append(append);
      if (fault === 'answer lost') throw new Error('the answer got lost');
      return result;
    },
  };
}

const keyed = (key: string = newId()) => ({ [headers.idempotencyKey]: key });
const create = (caller: Caller, description: string, key?: Record<string, string>) =>
  caller('POST', '/api/anecdotes', { description }, key);

/** Makes each request look as if the process had crashed between the command and its answer. */
async function loseAnswers(): Promise<void> {
  await side.vault.query('update vault.idempotency set status = null, answer = null');
}

test('50 simultaneous calls with one key create one anecdote and get 50 equal answers', async () => {
  const head = await side.log.head();
  const key = keyed();
  const answers = await Promise.all(Array.from({ length: 50 }, () => untilAvailable(() => create(call, 'Once', key))));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.every(({ statusCode }) => statusCode === 201)).toBe(true);
  expect(await eventsAfter(side.log, head)).toHaveLength(1);
});

test('two processes that get the same call at once execute it once', async () => {
  const token = await side.tokenOf();
  const other = createHttpServer({ logger: false });
  await other.register(commandService(side.deps, side.registry));
  const callers = [callerOf(side.app, token), callerOf(other, token)];
  const inBoth = async (method: 'POST' | 'PUT', url: string, body: object) => {
    const key = keyed();
    const answers = await Promise.all(callers.map((caller) => caller(method, url, body, key)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    return answers[0]?.json().data;
  };
  const head = await side.log.head();
  const { id } = await inBoth('POST', '/api/anecdotes', { description: 'Once' });
  for (let round = 1; round <= 5; round += 1) {
    expect(await inBoth('PUT', `/api/anecdotes/${id}`, { description: `Edit ${round}` })).toMatchObject({
      revision: round,
    });
  }
  expect(await eventsAfter(side.log, head)).toHaveLength(6);
  await other.close();
});

test('keys are claimed in one order, so that processes with the same keys do not deadlock', async () => {
  const account = await side.newAccount();
  const claimOf = (number: number) => ({
    ...{ account, keyHash: Buffer.alloc(32, number), requestHash: Buffer.alloc(32), target: null },
    ...{ commandId: newId() as CommandId, at: new Date() },
  });
  const holder = await side.vault.connect();
  onTestFinished(() => holder.release(true));
  const [one, other] = [createClaims(side.vault), createClaims(side.vault)];
  const { keyHash, requestHash, commandId, at } = claimOf(1);
  await holder.query('begin');
  await holder.query(
    'insert into vault.idempotency (account, key_hash, request_hash, command_id, started_at) values ($1, $2, $3, $4, $5)',
    [account, keyHash, requestHash, commandId, at],
  );
  const waiting = Promise.all([one.claim(claimOf(2)), one.claim(claimOf(1))]);
  await untilLockWait(side.vault);
  const second = claimOf(2);
  expect(await other.claim(second)).toBeUndefined();
  await holder.query('rollback');
  expect(await waiting).toEqual([expect.objectContaining({ commandId: second.commandId }), undefined]);
});

test('a later call with the same key gets the first answer with its headers', async () => {
  const key = keyed();
  const first = await create(call, 'Once', key);
  const later = await create(call, 'Once', key);
  const comparable = ({ headers: all, statusCode, body }: typeof first) => {
    const { etag, location, [headers.logPosition]: position, 'content-type': type } = all;
    return { etag, location, position, type, statusCode, body };
  };
  expect(comparable(later)).toEqual(comparable(first));
});

test('the same key with a different request is refused', async () => {
  const key = keyed();
  const { id } = (await create(call, 'Once', key)).json().data;
  const others = [
    await create(call, 'Twice', key),
    await call('PUT', `/api/anecdotes/${id}`, { description: 'Once' }, key),
    await call('DELETE', `/api/anecdotes/${id}`, undefined, key),
  ];
  expect(others.map((answer) => answer.json().error.code)).toEqual(Array(3).fill('IDEMPOTENCY_KEY_REUSED'));
});

test('the same key is independent in another account', async () => {
  const key = keyed();
  const stranger = callerOf(side.app, await side.tokenOf());
  const answers = [await create(call, 'Once', key), await create(stranger, 'Mine', key)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
});

test('the answer of a refusal by a rule is kept, that of a malformed request is not', async () => {
  const key = keyed();
  expect((await call('POST', '/api/anecdotes', { description: '' }, key)).statusCode).toBe(400);
  const missing = `/api/anecdotes/${newId()}`;
  const refused = await call('DELETE', missing, undefined, key);
  expect(refused.statusCode).toBe(404);
  expect((await call('DELETE', missing, undefined, key)).body).toBe(refused.body);
});

test.each(['', 'with space', 'ü', 'a'.repeat(256)])('the key "%s" is refused', async (key) => {
  const response = await create(call, 'Once', keyed(key));
  expect([response.statusCode, response.json().error.code]).toEqual([400, 'MALFORMED_REQUEST']);
});

test('an answer lost in a crash is reconstructed, although the anecdote has changed since', async () => {
  const { id } = (await create(call, 'First')).json().data;
  const key = keyed();
  const edit = () => call('PUT', `/api/anecdotes/${id}`, { description: 'Second' }, key);
  const first = await edit();
  await call('PUT', `/api/anecdotes/${id}`, { description: 'Third' });
  const head = await side.log.head();

  await loseAnswers();
  const again = await edit();
  expect(again.body).toBe(first.body);
  expect(again.headers[headers.logPosition]).toBe(first.headers[headers.logPosition]);
  expect(again.headers.etag).toBe('"1"');
  expect(await side.log.head()).toBe(head);
});

test('a creation whose answer was lost in a crash is found again, although its parent was deleted', async () => {
  const { id: parent } = (await create(call, 'Parent')).json().data;
  const key = keyed();
  const child = () => call('POST', '/api/anecdotes', { description: 'Child', connected_to: parent }, key);
  const first = await child();
  await call('DELETE', `/api/anecdotes/${parent}`);
  await loseAnswers();
  expect((await child()).body).toBe(first.body);
});

test('a batch with a key is created once', async () => {
  const key = keyed();
  const batch = () =>
    call('POST', '/api/anecdotes/batch', { anecdotes: [{ description: 'A' }, {}, { description: 'B' }] }, key);
  const first = await batch();
  const head = await side.log.head();
  expect((await batch()).body).toBe(first.body);
  await loseAnswers();
  expect((await batch()).body).toBe(first.body);
  expect(await side.log.head()).toBe(head);
});

test('the stored answer of a refused batch is small and is repeated unchanged', async () => {
  const key = keyed();
  const item = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index} ${'n'.repeat(90)}`, 1]));
  const batch = (last: object) =>
    call('POST', '/api/anecdotes/batch', { anecdotes: [...Array(499).fill(item), last] }, key);
  const first = await batch(item);
  expect(first.json().data.every(({ success }: { success: boolean }) => !success)).toBe(true);
  const keyHash = createHash('sha256')
    .update(key[headers.idempotencyKey] ?? '')
    .digest();
  const size = async () => {
    const { rows } = await side.vault.query(
      'select length(answer) as size from vault.idempotency where key_hash = $1',
      [keyHash],
    );
    return rows[0].size;
  };
  await vi.waitFor(async () => expect(await size()).toBeGreaterThan(1_000), 60_000);
  expect(await size()).toBeLessThan(8_192);
  const again = await batch(item);
  expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
  expect((await batch({ description: 'Another' })).json().error.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a repeated or connected batch reads at most 50 streams at once', async () => {
  const { id: parent } = (await create(call, 'Parent')).json().data;
  const batch = (fields: object, key: Record<string, string>) =>
    call('POST', '/api/anecdotes/batch', { anecdotes: Array(120).fill({ description: 'A', ...fields }) }, key);
  const { readStream } = side.log;
  let reading = 0;
  let most = 0;
  Object.assign(side.log, {
    async readStream(...question: Parameters<typeof readStream>) {
      reading += 1;
      most = Math.max(most, reading);
      return readStream(...question).finally(() => {
        reading -= 1;
      });
    },
  });
  let key = keyed();
  const first = await untilAvailable(() => {
    key = keyed();
    most = 0;
    return batch({}, key);
  });
  expect(most).toBe(0);
  await loseAnswers();
  expect((await untilAvailable(() => batch({}, key))).body).toBe(first.body);
  const connected = await untilAvailable(() => batch({ connected_to: parent }, keyed()));
  expect(connected.json().data.every((item: BatchItem) => item.success)).toBe(true);
  Object.assign(side.log, { readStream });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(50);
});

test('an append whose answer was lost is not stored twice', async () => {
  const head = await side.log.head();
  appendFaults = ['answer lost', 'not stored'];
  expect((await create(call, 'Once')).statusCode).toBe(201);
  expect(await eventsAfter(side.log, head)).toHaveLength(1);
});

test('an unreachable log is answered with 503, and the same key works once it is back', async () => {
  const key = keyed();
  const head = await side.log.head();
  appendFaults = ['answer lost', 'not stored', 'not stored'];
  const away = await create(call, 'Once', key);
  expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '1']);
  expect((await create(call, 'Once', key)).statusCode).toBe(201);
  expect(await eventsAfter(side.log, head)).toHaveLength(1);
});

test('keys are forgotten after 24 h', async () => {
  const key = keyed();
  const id = async () => (await create(call, 'Once', key)).json().data.id;
  const first = await id();
  await side.vault.query("update vault.idempotency set started_at = started_at - interval '25 hours'");
  await createIdempotency(side.deps).sweep();
  expect(await id()).not.toBe(first);
});

test('an answer that is stored only after answers were forgotten is forgotten too', async () => {
  const mayStore = Promise.withResolvers<void>();
  const query = async (...args: Parameters<typeof side.vault.query>) => {
    if ((args[0] as { name?: string }).name === 'keep-answers') await mayStore.promise;
    return side.vault.query(...args);
  };
  const idempotency = createIdempotency({ ...side.deps, vault: { query } as typeof side.vault });
  const account = await side.newAccount();
  const request = { account, key: 'once', request: 'a request', target: null, requestId: 'a request id' };
  const once = (body: string) => idempotency.once(request, async () => ({ status: 200, headers: {}, body }));
  expect((await once('"a text"')).body).toBe('"a text"');
  const repeated = once('"nothing"');
  await forgetAnswers(side.vault, account);
  mayStore.resolve();
  expect((await repeated).body).toBe('"nothing"');
  const { rows } = await side.vault.query('select answer from vault.idempotency where account = $1', [account]);
  expect(rows).toEqual([{ answer: null }]);
});

test('the answer to a change that changed nothing is forgotten when its anecdote is erased', async () => {
  const { id } = (await create(call, 'A secret')).json().data;
  const key = keyed();
  const edit = () => call('PUT', `/api/anecdotes/${id}`, { description: 'A secret' }, key);
  expect((await edit()).json().data.description).toBe('A secret');
  expect((await edit()).json().data.description).toBe('A secret');
  await call('POST', `/api/anecdotes/${id}/erase`);
  const again = await edit();
  expect([again.statusCode, again.body.includes('A secret')]).toEqual([404, false]);
});

test('a service that stops first finishes the removal of old keys that it has begun', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const other = createHttpServer({ logger: false });
  await other.register(commandService(side.deps, side.registry));
  // Applies the erasure of the test before, which would wait for the lock too.
  await side.prepareAgain();
  await create(call, 'Once', keyed());
  // The answer is stored after it was sent; storing it would wait for the lock too.
  const unstored = () => side.vault.query('select from vault.idempotency where status is null');
  await vi.waitFor(async () => expect((await unstored()).rowCount).toBe(0), { timeout: 60_000 });
  await side.vault.query("update vault.idempotency set started_at = started_at - interval '25 hours'");
  const locking = await side.vault.connect();
  onTestFinished(() => locking.release(true));
  await locking.query('begin; lock table vault.idempotency');
  vi.advanceTimersByTime(10 * 60_000);
  let isClosed = false;
  const closing = other.close().then(() => {
    isClosed = true;
  });
  await vi.waitFor(async () => {
    const { rowCount } = await locking.query(
      "select from pg_locks where not granted and relation = 'vault.idempotency'::regclass",
    );
    expect(rowCount).toBe(1);
  }, 60_000);
  expect(isClosed).toBe(false);
  await locking.query('commit');
  await closing;
  expect((await side.vault.query('select from vault.idempotency')).rows).toEqual([]);
});
