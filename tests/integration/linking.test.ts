import { changeAnecdote } from '@anecdotes/command-service/anecdote/commands';
import { createKeyedMutex, type KeyedMutex } from '@anecdotes/command-service/concurrency/keyed-mutex';
import { createAccountLock } from '@anecdotes/command-service/vault/account-lock';
import type { AccountId, AnecdoteId, CommandId } from '@anecdotes/contracts';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandSide, callerOf, startCommandSide } from '../support/command-side.ts';

let side: CommandSide;
let account: AccountId;
let note: () => Promise<AnecdoteId>;

beforeAll(async () => {
  side = await startCommandSide();
  account = await side.newAccount();
  const call = callerOf(side.app, await side.tokenOf(account));
  note = async () => (await call('POST', '/api/anecdotes', { description: 'A note' })).json().data.id;
});
afterAll(() => side.close());

/** Connects anecdotes as a process with `withAccountLock` does; returns how that ended. */
function processWith(withAccountLock: KeyedMutex) {
  return async (child: AnecdoteId, parent: AnecdoteId): Promise<string> => {
    const metadata = {
      ...{ commandId: newId() as CommandId, at: new Date(), correlationId: newId(), repeated: false },
      ...{ actor: { account_id: account, kind: 'person' as const }, origin: { channel: 'web' as const } },
    };
    return changeAnecdote({ ...side.deps, withAccountLock }, child, { type: 'LinkAnecdote', parent }, metadata).then(
      () => 'connected',
      (error: { code: string }) => error.code,
    );
  };
}

const ROUNDS = 15;

/** What came of two connections that two processes make at once and of which only one can be. */
async function race(make: () => KeyedMutex): Promise<string[]> {
  const [one, two] = [processWith(make()), processWith(make())];
  const outcomes: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [await note(), await note()];
    outcomes.push((await Promise.all([one(a, b), two(b, a)])).sort().join());
  }
  return outcomes;
}

test('two connections made at once by two processes close no loop', async () => {
  expect(await race(() => createAccountLock(side.vault))).toEqual(Array(ROUNDS).fill('CONNECTION_LOOP,connected'));
});

test('and without the lock between processes they can', async () => {
  expect(await race(createKeyedMutex)).toContain('connected,connected');
});

test('many accounts connect at once without running out of connections', async () => {
  const withAccountLock = createAccountLock(side.vault);
  const runs = Array.from({ length: 60 }, (_, index) =>
    withAccountLock(`account ${index % 20}`, async () => (await side.vault.query('select 1 as one')).rows[0].one),
  );
  expect(await Promise.all(runs)).toEqual(Array(60).fill(1));
});
