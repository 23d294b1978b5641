import { changeAnecdote } from '@anecdotes/command-service/anecdote/commands';
import { createKeyedMutex } from '@anecdotes/command-service/concurrency/keyed-mutex';
import { createLinkLock, type LinkLock } from '@anecdotes/command-service/vault/link-lock';
import type { AccountId, AnecdoteId, CommandId } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';

let side: CommandSide;
let account: AccountId;
let write: () => Promise<AnecdoteId>;

beforeAll(async () => {
  side = await startCommandSide();
  account = await side.newAccount();
  const call = callerOf(side.app, await side.tokenOf(account));
  write = async () => (await call('POST', '/api/anecdotes', { description: 'An anecdote' })).json().data.id;
});
afterAll(() => side.close());

/** Connects anecdotes like a process with this link lock; returns 'connected' or the code of the refusal. */
function processWith(withLinkLock: LinkLock) {
  return async (child: AnecdoteId, parent: AnecdoteId): Promise<string> => {
    const metadata = {
      ...{ commandId: newId() as CommandId, at: new Date(), correlationId: newId(), repeated: false },
      ...{ actor: { account_id: account, kind: 'person' as const }, origin: { channel: 'web' as const } },
    };
    return changeAnecdote({ ...side.deps, withLinkLock }, child, { type: 'LinkAnecdote', parent }, metadata).then(
      () => 'connected',
      (error: { code: string }) => error.code,
    );
  };
}

const ROUNDS = 15;

/** The outcomes of pairs of simultaneous connections by two processes, of which only one is allowed. */
async function connectAtOnce(make: () => LinkLock): Promise<string[]> {
  const [one, two] = [processWith(make()), processWith(make())];
  const outcomes: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [await write(), await write()];
    outcomes.push((await Promise.all([one(a, b), two(b, a)])).sort().join());
  }
  return outcomes;
}

test('two processes that connect two anecdotes at once cannot close a loop', async () => {
  expect(await connectAtOnce(() => createLinkLock(side.vault))).toEqual(
    Array(ROUNDS).fill('CONNECTION_LOOP,connected'),
  );
});

test('without the lock between processes, simultaneous connections can close a loop', async () => {
  const inProcess = (): LinkLock => {
    const mutex = createKeyedMutex();
    return (owner, run) => mutex(owner, () => run(async () => {}));
  };
  expect(await connectAtOnce(inProcess)).toContain('connected,connected');
});

test('many accounts connect at once without running out of database connections', async () => {
  const link = createLinkLock(side.vault);
  const runs = Array.from({ length: 60 }, (_, index) =>
    link(`account ${index % 20}`, async () => (await side.vault.query('select 1 as one')).rows[0].one),
  );
  expect(await Promise.all(runs)).toEqual(Array(60).fill(1));
});

test('a held link lock does not block the creation of an API key', async () => {
  const link = createLinkLock(side.vault);
  const call = callerOf(side.app, await side.tokenOf(account));
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const linking = link(account, () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  expect((await call('POST', '/api/api-keys', { name: 'Script' })).statusCode).toBe(201);
  held.resolve();
  await linking;
});

test('what was decided under a link lock that was lost in the meantime is not written', async () => {
  const [child, parent] = [await write(), await write()];
  const link = createLinkLock(side.vault);
  const losing: LinkLock = (owner, run) =>
    link(owner, async (checkHeld) => {
      await side.vault.query(
        `select pg_terminate_backend(pid) from pg_locks join pg_database d on d.oid = database
         where locktype = 'advisory' and d.datname = current_database()`,
      );
      return run(checkHeld);
    });
  const before = await side.log.head();
  expect(await processWith(losing)(child, parent)).toBe('UNAVAILABLE');
  expect(await side.log.head()).toBe(before);
  expect(await processWith(link)(child, parent)).toBe('connected');
});
