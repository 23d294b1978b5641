import type { WholeLog } from '@anecdotes/command-service/event-log';
import { applyErasures } from '@anecdotes/command-service/vault/erasures';
import { createLogGuard } from '@anecdotes/command-service/vault/log-guard';
import { headers } from '@anecdotes/contracts';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import { copyLog } from '@anecdotes/deploy/log-copy/copy';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CommandSide, callerOf, openWireStore, startCommandSide } from '../support/command-side.ts';
import { createTestDatabase } from '../support/database.ts';
import { newEvent, newStream } from '../support/log-events.ts';
import { openMailbox } from '../support/mailbox.ts';
import { expectSoon } from '../support/quiet-machine.ts';
import { silent } from '../support/silent.ts';
import { backUpVault } from '../support/vault-backup.ts';
import { PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startSide(...options: Parameters<typeof startCommandSide>): Promise<CommandSide> {
  const side = await startCommandSide(...options);
  closing.push(side.close);
  return side;
}

async function emptyLog(): Promise<EventStore> {
  const store = createEventStore(await createTestDatabase());
  closing.push(store.close);
  await store.migrate();
  return store;
}

async function emptyVault() {
  const vault = createPool(await createTestDatabase(), { name: 'vault', max: 4, onError() {} });
  closing.push(() => vault.end());
  return vault;
}

const visitors = new WeakMap<CommandSide, Visitor>();

async function newMember(side: CommandSide) {
  const visitor = visitors.get(side) ?? visitorOf(side);
  visitors.set(side, visitor);
  const member = await visitor.newMember(openMailbox(side));
  const { account } = await side.deps.authenticate(`Bearer ${member.token}`);
  return { ...member, account, call: callerOf(side.app, member.token) };
}

const refusalOf = (starting: Promise<unknown>) =>
  starting.then(
    () => 'started',
    (error: unknown) => (error instanceof ConfigurationError ? error.message : error),
  );

describe('a service does not start', () => {
  test('on the log of another vault', async () => {
    const [one, other] = [await startSide(), await startSide()];
    const before = await other.log.head();
    expect(await refusalOf(one.prepareAgain({ log: other.log }))).toMatch(
      /^The vault in this database belongs to another event log\. .*$/,
    );
    expect(await other.log.head()).toBe(before);
  });

  test('on an empty log with a vault in use, whether or not the vault knows its log', async () => {
    const side = await startSide();
    await newMember(side);
    const log = await emptyLog();
    expect(await refusalOf(side.prepareAgain({ log }))).toMatch(/^The event log is empty, but the vault .*$/);
    await side.vault.query('delete from vault.log');
    expect(await refusalOf(side.prepareAgain({ log }))).toMatch(/^The event log is empty, but the vault .*$/);
    expect(await log.head()).toBe(0n);
  });

  test('with an empty vault on a log with events, or with a vault that knows no account of the log', async () => {
    const [side, other] = [await startSide(), await startSide()];
    const vault = await emptyVault();
    const before = await side.log.head();
    expect(await refusalOf(side.prepareAgain({ vault }))).toMatch(/^The event log is not empty, but the vault .*$/);
    await other.vault.query('delete from vault.log');
    expect(await refusalOf(other.prepareAgain({ log: side.log }))).toMatch(/^The event log is not empty, but .*$/);
    expect(await side.log.head()).toBe(before);
  });
});

test('a service starts with a vault from before vaults recorded their log', async () => {
  const side = await startSide();
  await side.vault.query('delete from vault.log');
  expect(await refusalOf(side.prepareAgain())).toBe('started');
  const { rows } = await side.vault.query('select first_event from vault.log');
  expect(rows).toEqual([{ first_event: (await side.log.readFirst())?.id }]);
});

test('a copy of the log with other positions is accepted for the vault', async () => {
  const side = await startSide();
  await newMember(side);
  const copy = await openWireStore();
  closing.push(copy.close);
  // In the copy, another event comes first.
  await copy.append({ stream: 'other-product', expectedRevision: 'no-stream', events: [newEvent()] });
  await copyLog(side.log, copy, silent);
  expect((await copy.readFirst())?.position).not.toBe((await side.log.readFirst())?.position);
  expect(await refusalOf(side.prepareAgain({ log: copy }))).toBe('started');
});

describe('while the service runs', () => {
  /** A command side whose log can be exchanged for another one. */
  async function startOnChangingLog() {
    let current: WholeLog | undefined;
    const side = await startSide({
      log: (store) => ({
        ...store,
        append: (...wanted) => (current ?? store).append(...wanted),
        readStream: (...wanted: Parameters<EventStore['readStream']>) => (current ?? store).readStream(...wanted),
        readFirst: () => (current ?? store).readFirst(),
      }),
    });
    const { call } = await newMember(side);
    const write = async () => (await call('POST', '/api/anecdotes', { description: 'Hello' })).statusCode;
    return {
      side,
      write,
      exchange: (log: WholeLog | undefined) => {
        current = log;
      },
    };
  }

  const refusalsIn = ({ logged }: CommandSide) => logged().split('Commands are refused').length - 1;

  test.each([
    ['an empty log', async () => emptyLog()],
    [
      'the log of another vault',
      async () => {
        const log = await emptyLog();
        await log.append({ stream: newStream(), expectedRevision: 'no-stream', events: [newEvent()] });
        return log;
      },
    ],
  ])('%s in place of its own is noticed within five seconds and not written to', async (_, open) => {
    const { side, write, exchange } = await startOnChangingLog();
    expect(await write()).toBe(201);
    const other = await open();
    const before = await other.head();
    exchange(other);
    const exchanged = performance.now();
    await vi.waitFor(() => expect(refusalsIn(side)).toBe(1), { timeout: 30_000, interval: 20 });
    expectSoon(exchanged, 5_000);
    expect(await write()).toBe(503);
    expect((await visitorOf(side).register('late', 'late@example.org')).statusCode).toBe(503);
    expect(await other.head()).toBe(before);

    exchange(undefined);
    await side.deps.logGuard.check();
    expect(await write()).toBe(201);
    expect(refusalsIn(side)).toBe(1);
  });

  test('another vault in place of its own is noticed within five seconds', async () => {
    const { side, write } = await startOnChangingLog();
    await side.vault.query('update vault.log set first_event = gen_random_uuid()');
    const exchanged = performance.now();
    await vi.waitFor(() => expect(refusalsIn(side)).toBe(1), { timeout: 30_000, interval: 20 });
    expectSoon(exchanged, 5_000);
    expect(await write()).toBe(503);
  });
});

describe('a vault that is older than the log', () => {
  /** One member erased everything, another one anecdote of two; `restore` puts back the vault from before that. */
  async function startErased(...options: Parameters<typeof startSide>) {
    const side = await startSide(...options);
    const [leaving, staying] = [await newMember(side), await newMember(side)];
    const create = ({ call }: typeof staying, extra = {}) =>
      call('POST', '/api/anecdotes', { description: 'A secret' }, extra);
    const write = async (...parameters: Parameters<typeof create>) =>
      (await create(...parameters)).json().data.id as string;
    const once = { [headers.idempotencyKey]: 'once' };
    await write(leaving);
    const [erased, kept] = [await write(staying, once), await write(staying)];
    await vi.waitFor(async () => {
      const { rows } = await side.vault.query('select count(answer)::int as kept from vault.idempotency');
      expect(rows).toEqual([{ kept: 1 }]);
    }, 60_000);
    const restore = await backUpVault(side.vault);
    const keyOf = async (id: string) => {
      const [created] = await side.log.readStream(`anecdote-${id}`);
      const { subject, key_id: keyId } = created?.metadata ?? {};
      if (!subject) throw new Error('no subject');
      side.deps.keys.forget(subject);
      if (keyId) side.deps.keys.forget(keyId.split('.')[0] ?? '');
      const [key] = await side.deps.keys.getAll([{ subject, keyId }]);
      return key === 'destroyed' ? 'destroyed' : 'there';
    };
    const personKey = async () => {
      side.deps.keys.forget(leaving.account);
      return (await side.deps.keys.get(leaving.account)) === 'destroyed' ? 'destroyed' : 'there';
    };
    expect((await staying.call('POST', `/api/anecdotes/${erased}/erase`)).statusCode).toBe(200);
    expect((await leaving.call('DELETE', '/api/auth/me', { password: PASSWORD })).statusCode).toBe(200);
    const keys = async () => [await personKey(), await keyOf(erased), await keyOf(kept)];
    return { side, restore, leaving, keys, again: () => create(staying, once) };
  }

  test('gets the erasures of the log applied again before the service starts', async () => {
    const { side, restore, leaving, keys } = await startErased();
    const after = await keys();
    await restore();
    expect(await keys()).toEqual(['there', 'there', 'there']);
    await side.prepareAgain();
    expect(await keys()).toEqual(after);
    expect(after).toEqual(['destroyed', 'destroyed', 'there']);
    expect((await visitorOf(side).logIn(leaving.name)).statusCode).toBe(401);
    const { rows } = await side.vault.query('select from vault.credential where account = $1', [leaving.account]);
    expect(rows).toEqual([]);
  });

  test('answers no repeated call with what was erased', async () => {
    const { side, restore, again } = await startErased();
    await restore();
    await side.prepareAgain();
    const { statusCode, body } = await again();
    expect([statusCode, body.includes('A secret')]).toEqual([404, false]);
  });

  test('gets the erasures applied within five seconds when it replaces the newer one under a running service', async () => {
    const { side, restore, keys } = await startErased();
    await side.deps.logGuard.check();
    await restore();
    const restored = performance.now();
    await vi.waitFor(async () => expect(await keys()).toEqual(['destroyed', 'destroyed', 'there']), {
      timeout: 30_000,
      interval: 50,
    });
    expectSoon(restored, 5_000);
  });

  /**
   * A service with a backup of its vault; a member erased one anecdote before the backup and one after it. `restore`
   * brings that backup back, `write` sends another anecdote.
   */
  async function startWithErasedAnecdotes(options?: Parameters<typeof startSide>[0]) {
    const side = await startSide(options);
    const { call } = await newMember(side);
    const write = () => call('POST', '/api/anecdotes', { description: 'A secret' });
    const [before, after] = [(await write()).json().data.id, (await write()).json().data.id];
    await call('POST', `/api/anecdotes/${before}/erase`);
    const restore = await backUpVault(side.vault);
    await call('POST', `/api/anecdotes/${after}/erase`);
    return { side, restore, write };
  }

  test('is also noticed under a running service when only anecdotes were erased since', async () => {
    const { side, restore } = await startWithErasedAnecdotes();
    const secrets = async () => (await side.vault.query('select from vault.anecdote_secret')).rowCount;
    const left = await secrets();
    await side.deps.logGuard.check();
    await restore();
    expect(await secrets()).toBe(Number(left) + 1);
    await side.deps.logGuard.check();
    expect(await secrets()).toBe(left);
  });

  test('is reported with the error, once, while the erasures cannot be applied, which happens as soon as they can', async () => {
    let isBroken = false;
    const breakable = (store: EventStore): EventStore => ({
      ...store,
      readTypes(...parameters) {
        if (isBroken) throw new Error('broken');
        return store.readTypes(...parameters);
      },
    });
    const { side, restore, keys } = await startErased({ log: breakable });
    await side.deps.logGuard.check();
    isBroken = true;
    await restore();
    for (let round = 0; round < 3; round += 1) await side.deps.logGuard.check();
    const lines = side.logged().match(/^.*the check that vault and log belong together failed.*$/gm);
    expect(lines).toEqual([expect.stringMatching(/"stack":".*readTypes/)]);
    isBroken = false;
    await side.deps.logGuard.check();
    await side.deps.logGuard.check();
    expect(await keys()).toEqual(['destroyed', 'destroyed', 'there']);
  });

  test('is not written to while only some of the erasures are applied again', async () => {
    let isBroken = false;
    const breakable = (store: EventStore): EventStore => ({
      ...store,
      async *readTypes(...parameters) {
        for await (const event of store.readTypes(...parameters)) {
          yield event;
          if (isBroken) throw new Error('broken');
        }
      },
    });
    const { side, restore, write } = await startWithErasedAnecdotes({ log: breakable });
    await side.deps.logGuard.check();
    isBroken = true;
    await restore();
    for (let round = 0; round < 3; round += 1) await side.deps.logGuard.check();
    expect((await write()).statusCode).toBe(503);
    isBroken = false;
    await side.deps.logGuard.check();
    expect((await write()).statusCode).toBe(201);
  });

  test('is noticed by a second process while the first one has applied only erasures that this vault had already', async () => {
    const { side, restore } = await startWithErasedAnecdotes();
    const applyAgain = vi.fn(async () => {});
    const second = createLogGuard(side.vault, side.log, applyAgain);
    await second.check();
    await restore();
    async function* onlyFirst(...parameters: Parameters<WholeLog['readTypes']>) {
      for await (const event of side.log.readTypes(...parameters)) {
        yield event;
        throw new Error('broken');
      }
    }
    await expect(applyErasures({ ...side.deps, log: { ...side.log, readTypes: onlyFirst } })).rejects.toThrow('broken');
    expect(applyAgain).not.toHaveBeenCalled();
    await second.check();
    expect(applyAgain).toHaveBeenCalledOnce();
  });

  test('without the key of an account is reported in one line, counted, and answered with 503', async () => {
    const side = await startSide();
    const { account, call } = await newMember(side);
    await side.vault.query('delete from vault.subject_key where subject = $1', [account]);
    side.deps.keys.forget(account);
    const change = { current_password: PASSWORD, new_password: 'another river 12' };
    const answer = await call('POST', '/api/auth/change-password', change);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      503,
      'Your data cannot be opened right now. The operator of this server can find the reason in its log.',
    ]);
    const lines = side
      .logged()
      .split('\n')
      .filter((line) => line.includes(`no key for subject ${account}`));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('stack');
    expect(await side.registry.metrics()).toMatch(/^anecdotes_missing_keys_total 1$/m);
  });
});
