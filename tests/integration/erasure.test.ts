import { randomBytes } from 'node:crypto';
import { migrateVault } from '@anecdotes/command-service/vault/migrate';
import type { AccountId } from '@anecdotes/contracts';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { expect, test, vi } from 'vitest';
import { startBothSides } from '../support/both-sides.ts';
import { createPreparedDatabase } from '../support/database.ts';
import { expectOverInFiveSeconds } from '../support/five-seconds.ts';
import { openMailbox } from '../support/mailbox.ts';
import { PASSWORD, visitorOf } from '../support/visitor.ts';

test('the data of an erased person is gone from every view, and that of others is still there', async () => {
  const side = await startBothSides();
  const mailbox = openMailbox(side);
  const visitor = visitorOf(side);
  const [ann, ben] = [await visitor.newMember(mailbox), await visitor.newMember(mailbox)];
  for (const { token } of [ann, ben]) {
    const anecdote = { description: 'A canary sang', tags: ['canary'], location: 'Cage' };
    const { id } = (await side.call(token, 'POST', '/api/anecdotes', anecdote)).json().data;
    await side.call(token, 'POST', `/api/anecdotes/${id}/react`);
    await side.call(token, 'POST', '/api/api-keys', { name: 'Canary' });
  }
  const { account } = await side.deps.authenticate(`Bearer ${ann.token}`);
  const { account: other } = await side.deps.authenticate(`Bearer ${ben.token}`);
  /** The number of rows of each view that mention an account. */
  const rowsOf = async (whom: AccountId) => {
    const { rows: tables } = await side.vault.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'views' order by 1",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await side.vault.query(
        `select count(*)::int as rows from views.${name} t where to_jsonb(t)::text like '%' || $1 || '%'`,
        [whom],
      );
      if (rows[0].rows > 0) counts[name] = rows[0].rows;
    }
    return counts;
  };
  await side.call(ben.token, 'GET', '/api/anecdotes');
  const before = await rowsOf(account);
  expect(Object.keys(before).sort()).toEqual(
    [
      'account',
      'anecdote',
      'api_key',
      'day',
      'day_use',
      'history',
      'journal',
      'mail',
      'tag',
      'tag_use',
      'word',
      'word_use',
    ].sort(),
  );

  expect((await side.call(ann.token, 'DELETE', '/api/auth/me', { password: PASSWORD })).statusCode).toBe(200);
  // The session may be cached a moment longer, but nothing can be written in it.
  expect((await side.call(ann.token, 'POST', '/api/anecdotes', { description: 'Late' })).statusCode).toBe(401);
  const batch = { anecdotes: [{ description: 'Late' }] };
  expect((await side.call(ann.token, 'POST', '/api/anecdotes/batch', batch)).statusCode).toBe(401);
  expect((await side.call(ann.token, 'GET', '/api/auth/me')).statusCode).toBe(401);
  await side.call(ben.token, 'GET', '/api/anecdotes');
  expect(await rowsOf(account)).toEqual({ journal_scope: 1 });
  expect(await rowsOf(other)).toEqual(before);
  await side.close();
});

test('other processes stop using a destroyed key within five seconds', async () => {
  const url = await createPreparedDatabase();
  const pool = createPool(url, { name: 'vault', max: 3, onError() {} });
  await migrateVault(pool);
  const masterKey = randomBytes(32);
  const [one, other] = [createEventKeys(pool, masterKey), createEventKeys(pool, masterKey)];
  const ann = newId() as AccountId;
  await one.create(ann);
  const query = vi.spyOn(pool, 'query');
  const keys = await Promise.all(Array.from({ length: 500 }, () => other.get(ann)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  expect(query).toHaveBeenCalledTimes(1);
  await pool.query('update vault.subject_key set wrapped = null where subject = $1', [ann]);
  await expectOverInFiveSeconds(async () => (await other.get(ann)) === 'destroyed');
  await pool.end();
});
