import { randomBytes } from 'node:crypto';
import { createAnecdoteKeys } from '@anecdotes/command-service/vault/anecdote-keys';
import { migrateVault } from '@anecdotes/command-service/vault/migrate';
import { type AccountId, type AnecdoteId, headers, streams } from '@anecdotes/contracts';
import { BLOCK_SIZE } from '@anecdotes/contracts/server/crypto/anecdote-key';
import { createEventKeys, MissingKey } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { openEvents } from '@anecdotes/contracts/server/crypto/journal-codec';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { createPreparedDatabase } from '../support/database.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { duringErasure } from '../support/lock-waits.ts';
import { openMailbox } from '../support/mailbox.ts';
import { expectLikeTheLog } from '../support/projection.ts';
import { visitorOf } from '../support/visitor.ts';

describe('the keys of anecdotes', () => {
  const masterKey = randomBytes(32);
  const ann = newId() as AccountId;
  let vault: pg.Pool;

  beforeEach(async () => {
    vault = createPool(await createPreparedDatabase(), { name: 'vault', max: 4, onError() {} });
    await migrateVault(vault);
    await createEventKeys(vault, masterKey).create(ann);
    await vault.query(`insert into vault.credential (account, role, password_hash) values ($1, 'member', '')`, [ann]);
  });
  afterEach(() => vault.end());

  const processOf = () => createAnecdoteKeys({ vault, keys: { forget() {} }, newId }, masterKey);
  /** As read by a process with an empty cache. */
  const keysOf = async (keyIds: readonly string[]) =>
    (await createEventKeys(vault, masterKey).getAll(keyIds.map((keyId) => ({ subject: ann, keyId })))).map((key) =>
      key instanceof Uint8Array ? Buffer.from(key).toString('hex') : key,
    );

  test('are all different, also across processes and blocks, and cost one database write per block', async () => {
    const [one, other] = [processOf(), processOf()];
    const query = vi.spyOn(vault, 'query');
    const assigned = await Promise.all(
      Array.from({ length: 3 * BLOCK_SIZE }, (_, index) => (index % 3 === 0 ? other : one).assign(ann)),
    );
    expect(query.mock.calls.length).toBeLessThanOrEqual(5);
    expect(new Set(assigned).size).toBe(3 * BLOCK_SIZE);
    query.mockClear();
    const keys = await keysOf(assigned);
    expect(new Set(keys).size).toBe(3 * BLOCK_SIZE);
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('are cached for the 4,096 most recently used anecdotes', async () => {
    const keys = processOf();
    const assigned = await Promise.all(Array.from({ length: 20 * BLOCK_SIZE }, () => keys.assign(ann)));
    const all = assigned.map((keyId) => ({ subject: ann, keyId }));
    const eventKeys = createEventKeys(vault, masterKey);
    const [before] = await eventKeys.getAll(all.slice(0, 1));
    await eventKeys.getAll(all.slice(1));
    const [after] = await eventKeys.getAll(all.slice(0, 1));
    expect(after).toEqual(before);
    expect(after).not.toBe(before);
  });

  test('have buffers of their own, so that no larger buffer stays in memory with them', async () => {
    const eventKeys = createEventKeys(vault, masterKey);
    const [anecdote] = await eventKeys.getAll([{ subject: ann, keyId: await processOf().assign(ann) }]);
    for (const key of [anecdote, await eventKeys.get(ann)]) expect(key).toHaveProperty('buffer.byteLength', 32);
  });

  test('can be destroyed one by one without affecting the others', async () => {
    const keys = processOf();
    const assigned = await Promise.all(Array.from({ length: BLOCK_SIZE + 10 }, () => keys.assign(ann)));
    const before = await keysOf(assigned);
    const destroyed = [assigned[3], assigned[BLOCK_SIZE + 2]].map(String);
    await keys.destroy(destroyed);
    await Promise.all([keys.destroy([String(assigned[4])]), keys.destroy(destroyed)]);
    const gone = new Set([...destroyed, assigned[4]]);
    expect(await keysOf(assigned)).toEqual(before.map((key, index) => (gone.has(assigned[index]) ? 'destroyed' : key)));
    // Keys that were not assigned yet can still be assigned.
    const later = await keys.assign(ann);
    expect(assigned).not.toContain(later);
    expect(await keysOf([later])).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  test('are no longer assigned from a retired block by any process after five seconds', async () => {
    const [one, other] = [processOf(), processOf()];
    const assigned = await Promise.all([one.assign(ann), other.assign(ann)]);
    const retired = await one.retire(ann);
    expect(retired).toHaveLength(2);
    const blockOf = (keyId: string) => keyId.split('.')[0] ?? '';
    expect(retired).not.toContain(blockOf(await one.assign(ann)));
    await expectOverInFiveSeconds(async () => !retired.includes(blockOf(await other.assign(ann))));
    expect(await keysOf(assigned)).not.toContain('destroyed');
    await one.destroyBlocks(retired);
    expect(await keysOf(assigned)).toEqual(['destroyed', 'destroyed']);
  });

  test('that this vault never had are reported as missing, not as destroyed', async () => {
    expect(await keysOf([`${newId()}.0`])).toEqual([expect.any(MissingKey)]);
  });

  test('are not made for an account that is being erased', async () => {
    const assigning = duringErasure(vault, ann, () => processOf().assign(ann));
    await expect(assigning).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await vault.query('select from vault.anecdote_key_block')).rowCount).toBe(0);
  });

  test('can be assigned again after a failed attempt to create them', async () => {
    const keys = processOf();
    vi.spyOn(vault, 'query').mockImplementationOnce(() => Promise.reject(new Error('connection lost')));
    await expect(keys.assign(ann)).rejects.toThrow('connection lost');
    await expect(keys.assign(ann)).resolves.toMatch(/\.0$/);
  });
});

describe('an anecdote that is erased for good', () => {
  let side: BothSides;
  let token: string;

  beforeEach(async () => {
    side = await startBothSides();
    ({ token } = await visitorOf(side).newMember(openMailbox(side)));
  });
  afterEach(() => side.close());

  const write = async (body: object, extra = {}) =>
    (await side.call(token, 'POST', '/api/anecdotes', body, extra)).json().data.id as AnecdoteId;
  const opened = async (id: AnecdoteId) =>
    openEvents(await side.log.readStream(streams.anecdote(id)), createEventKeys(side.vault, side.masterKey));

  test('can no longer be decrypted with the whole vault and the key of the person, while all others can', async () => {
    const ids = [];
    for (let index = 0; index < 5; index += 1)
      ids.push(await write({ description: `Canary ${index}`, tags: ['bird'] }));
    const [erased = '' as AnecdoteId, ...others] = ids;
    await side.call(token, 'PUT', `/api/anecdotes/${erased}`, { description: 'Canary, edited' });
    const answer = await side.call(token, 'POST', `/api/anecdotes/${erased}/erase`);
    expect([answer.statusCode, answer.json().data]).toEqual([200, { id: erased, is_whole: true }]);

    expect(await opened(erased)).toMatchObject(['erased', 'erased', { type: 'AnecdoteErased' }]);
    for (const id of others) expect(await opened(id)).toMatchObject([{ data: { tags: ['bird'] } }]);
    const list = (await side.call(token, 'GET', '/api/anecdotes')).json();
    expect(list.data.map(({ id }: { id: string }) => id).sort()).toEqual([...others].sort());
    expect((await side.call(token, 'GET', '/api/tags')).json().data).toMatchObject([{ name: 'bird', count: 4 }]);
    await expectLikeTheLog(side.projection);
  });

  test('is answered like one that never existed, and can also be erased from the trash', async () => {
    const [id, child] = [await write({ description: 'Canary' }), await write({ description: 'Deleted canary' })];
    await side.call(token, 'PUT', `/api/anecdotes/${child}/parent`, { parent: id });
    await side.call(token, 'POST', `/api/anecdotes/${id}/erase`);
    const statuses = await Promise.all([
      side.call(token, 'PUT', `/api/anecdotes/${id}`, { description: 'Again' }),
      side.call(token, 'POST', `/api/anecdotes/${id}/restore`),
      side.call(token, 'POST', `/api/anecdotes/${id}/erase`),
      side.call(token, 'DELETE', `/api/anecdotes/${id}`),
      side.call(token, 'GET', `/api/anecdotes/${id}`),
    ]);
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await side.call(token, 'GET', `/api/anecdotes/${child}`)).statusCode).toBe(200);
    await side.call(token, 'DELETE', `/api/anecdotes/${child}`);
    expect((await side.call(token, 'POST', `/api/anecdotes/${child}/erase`)).statusCode).toBe(200);
    expect(await opened(child)).toMatchObject(['erased', {}, {}, { type: 'AnecdoteErased' }]);
    await expectLikeTheLog(side.projection);
  });

  test('is removed from the stored answers of idempotency keys', async () => {
    const key = { [headers.idempotencyKey]: 'once' };
    const id = await write({ description: 'Canary' }, key);
    await vi.waitFor(async () => {
      const { rows } = await side.vault.query('select count(answer)::int as kept from vault.idempotency');
      expect(rows).toEqual([{ kept: 1 }]);
    }, 60_000);
    const erase = { [headers.idempotencyKey]: 'erase' };
    const first = await side.call(token, 'POST', `/api/anecdotes/${id}/erase`, undefined, erase);
    const { rows } = await side.vault.query(
      'select count(*)::int as kept from vault.idempotency where answer is not null and status = 201',
    );
    expect(rows).toEqual([{ kept: 0 }]);
    await side.vault.query('update vault.idempotency set status = null, answer = null');
    const again = await side.call(token, 'POST', `/api/anecdotes/${id}/erase`, undefined, erase);
    expect([again.statusCode, again.json().data]).toEqual([200, first.json().data]);
    const rewritten = await side.call(token, 'POST', '/api/anecdotes', { description: 'Canary' }, key);
    expect(rewritten.statusCode).toBe(404);
  });
});
