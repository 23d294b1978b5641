import type { OperationView } from '@anecdotes/contracts';
import { createEventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { entryOf } from '@anecdotes/contracts/server/transparency/event-entry';
import { checkBackups } from '@anecdotes/deploy/backup/check-backup';
import type { Installation } from '@anecdotes/deploy/backup/installation';
import { chooseBackup, restoreBackup, restoreVault } from '@anecdotes/deploy/backup/restore';
import { forgetInBackups } from '@anecdotes/deploy/backup/rewrite-backups';
import { takeBackup } from '@anecdotes/deploy/backup/take-backup';
import type { EventStore } from '@anecdotes/deploy/embedded/event-store';
import { eventsOf } from '@anecdotes/deploy/shared/events-of';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BackedUp, keeping, startBackedUp } from '../support/backups.ts';
import type { BothSides } from '../support/both-sides.ts';
import { importsBy } from '../support/imports.ts';
import { journalAnecdote, journalFile } from '../support/journal-files.ts';
import { silent } from '../support/silent.ts';
import { PASSWORD, visitorOf } from '../support/visitor.ts';
import { isOnWire } from '../support/wire-log.ts';

let backedUp: BackedUp;
let side: BothSides;

beforeAll(async () => {
  backedUp = await startBackedUp();
  side = backedUp.side;
});
afterAll(() => backedUp.close());

async function listOf(of: BothSides, token: string): Promise<string[]> {
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/anecdotes/cursor?limit=100${cursor && `&cursor=${cursor}`}`;
    // After a restore reads are refused until the views are built.
    const answer = await vi.waitUntil(async () => {
      const answer = await of.call(token, 'GET', path);
      return answer.statusCode !== 503 && answer;
    }, 60_000);
    const { data, pagination } = answer.json();
    listed.push(...(data as { description: string }[]).map(({ description }) => description));
    cursor = pagination.nextCursor;
  }
  return listed.sort();
}

async function entriesOf(log: EventStore, until: bigint): Promise<string[]> {
  const entries: string[] = [];
  for await (const event of eventsOf(log, until)) entries.push(entryOf(event).toString('hex'));
  return entries;
}

test('a backup taken during writes restores everything that was acknowledged before its position', async () => {
  const folder = backedUp.newFolder();
  const ann = await backedUp.newMember();
  const { key } = (await side.call(ann.token, 'POST', '/api/api-keys', { name: 'Script' })).json().data;
  let isTaken = false;
  const acknowledged: { position: bigint; description: string }[] = [];
  const joined: { position: bigint; name: string }[] = [];
  const writers = Array.from({ length: 2 }, async (_, writer) => {
    for (let count = 0; !isTaken || count === 0; count += 1) {
      const description = `${writer} ${count}`;
      const { headers } = await side.call(ann.token, 'POST', '/api/anecdotes', { description });
      acknowledged.push({ position: BigInt(String(headers['x-log-position'])), description });
    }
  });
  const registering = (async () => {
    for (let count = 0; !isTaken || count === 0; count += 1) {
      const name = `joining${count}`;
      const answer = await backedUp.visitor.register(name, `${name}@example.org`);
      joined.push({ position: BigInt(String(answer.headers['x-log-position'])), name });
    }
  })();
  const [first, second] = await (async () =>
    [await backedUp.backUp(folder), await backedUp.backUp(folder)] as const)().finally(() => {
    isTaken = true;
    return Promise.all([...writers, registering]);
  });
  expect(second.events).toBe(first.events + second.added);

  const checks = await checkBackups({ folder, identities: [] }, side.masterKey, silent);
  expect(checks.map(({ fault, events }) => ({ fault, events }))).toEqual([
    { fault: null, events: first.events },
    { fault: null, events: second.events },
  ]);
  const again = await backedUp.restore(folder);
  const back = await again.start();
  expect(await entriesOf(again.log, again.restored.position)).toEqual(
    (await entriesOf(side.log, second.position)).slice(0, second.events),
  );
  const before = ({ position }: { position: bigint }) => position <= second.position;
  const shown = await listOf(back, ann.token);
  const included = acknowledged.filter(before).map(({ description }) => description);
  expect(included.filter((description) => !shown.includes(description))).toEqual([]);

  expect((await back.call(key, 'GET', '/api/anecdotes')).statusCode).toBe(200);
  const returning = visitorOf(back);
  expect((await returning.logIn(ann.name)).statusCode).toBe(200);
  for (const { name } of joined.filter(before)) {
    expect([name, (await returning.logIn(name, PASSWORD)).json().error?.code]).toEqual([name, 'EMAIL_NOT_VERIFIED']);
  }
  expect((await back.call(ann.token, 'POST', '/api/anecdotes', { description: 'Goes on' })).statusCode).toBe(201);
  if (!isOnWire) {
    expect(again.restored.position).toBe(second.position);
    expect(await again.log.verifyChain()).toMatchObject({ firstDifference: null });
    const head = 'select hash from log.events where position = $1';
    const hashes = await Promise.all(
      [side.vault, again.vault].map(async (pool) => (await pool.query(head, [second.position])).rows),
    );
    expect(hashes[1]).toEqual(hashes[0]);
  }
});

if (isOnWire) {
  test('no key or account is created while the end of the log is read', async () => {
    const folder = backedUp.newFolder();
    let registering: ReturnType<BackedUp['visitor']['register']> | undefined;
    const head = async () => {
      registering = backedUp.visitor.register('meanwhile', 'meanwhile@example.org');
      const waiting = async () => (await side.vault.query('select from pg_locks where not granted')).rowCount;
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000, interval: 5 });
      return side.log.head();
    };
    const { vault, masterKey } = side;
    const installation = { log: { ...side.log, head }, vault, isLogInVault: false };
    await takeBackup(installation, { folder, masterKey, recipients: [], keeping }, silent);
    expect((await registering)?.statusCode).toBe(201);
    const [check] = await checkBackups({ folder, identities: [] }, masterKey, silent);
    expect(check?.fault).toBeNull();
    const back = await (await backedUp.restore(folder)).start();
    expect((await visitorOf(back).register('meanwhile', 'meanwhile@example.org')).statusCode).toBe(201);
  });
}

test('a later backup writes only new events, and each backup can be restored', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  await backedUp.write(token, 'first');
  const first = await backedUp.backUp(folder);
  expect(first.added).toBe(first.events);
  await backedUp.write(token, 'second');
  expect(await backedUp.backUp(folder)).toMatchObject({ added: 1, events: first.events + 1 });
  expect(await backedUp.backUp(folder)).toMatchObject({ added: 0, events: first.events + 1 });
  const again = await backedUp.restore(folder, { until: first.position });
  expect(again.restored.events).toBe(first.events);
  expect(await entriesOf(again.log, again.restored.position)).toEqual(await entriesOf(side.log, first.position));
});

test('a backup of one kind of log can be restored into the other kind', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  await backedUp.write(token, 'moved');
  const { position, events } = await backedUp.backUp(folder);
  const again = await backedUp.restore(folder, { onWire: !isOnWire });
  expect(again.restored.events).toBe(events);
  expect(await entriesOf(again.log, again.restored.position)).toEqual(await entriesOf(side.log, position));
  if (isOnWire) expect(await again.log.verifyChain()).toMatchObject({ verified: events, firstDifference: null });
  const { rows } = await again.vault.query<{ since: bigint }>('select since from vault.guest_journal where since > 0');
  expect(rows).toEqual([]);
});

test('a restore up to a position between two backups leaves out what came later, in the log and in the vault', async () => {
  const folder = backedUp.newFolder();
  const { name, token } = await backedUp.newMember();
  await backedUp.backUp(folder);
  const { headers } = await side.call(token, 'POST', '/api/anecdotes', { description: 'before' });
  const until = BigInt(String(headers['x-log-position']));
  await backedUp.write(token, 'after');
  const later = await backedUp.newMember();
  const { key } = (await side.call(token, 'POST', '/api/api-keys', { name: 'Later' })).json().data;
  await backedUp.backUp(folder);
  const again = await backedUp.restore(folder, { until });
  const back = await again.start();
  expect(again.restored.events).toBeGreaterThan(1);
  expect(await listOf(back, token)).toEqual(['before']);
  expect((await back.call(key, 'GET', '/api/anecdotes')).statusCode).toBe(401);
  const returning = visitorOf(back);
  expect((await returning.logIn(later.name)).statusCode).toBe(401);
  expect((await returning.register(later.name, later.email)).statusCode).toBe(201);
  expect((await returning.logIn(name)).statusCode).toBe(200);
});

test('a restore into a target that is not empty is refused and changes nothing', async () => {
  const folder = backedUp.newFolder();
  const { position } = await backedUp.backUp(folder);
  const archive = { folder, identities: [] };
  const chosen = await chooseBackup(archive, { until: undefined, masterKey: side.masterKey });
  const target: Installation = { log: side.log, vault: side.vault, isLogInVault: !isOnWire };
  await expect(restoreBackup(archive, chosen, target, side.masterKey, silent)).rejects.toThrow('is not empty');
  expect(await side.log.head()).toBe(position);
});

test('what was erased after a backup stays erased when it is restored, and can be removed from the backup', async () => {
  const folder = backedUp.newFolder();
  const [leaving, staying] = [await backedUp.newMember(), await backedUp.newMember()];
  await backedUp.write(leaving.token, 'The canary sang');
  const erased = await backedUp.write(staying.token, 'The canary left');
  await backedUp.write(staying.token, 'kept');
  const before = await backedUp.backUp(folder);
  expect((await side.call(staying.token, 'POST', `/api/anecdotes/${erased}/erase`)).statusCode).toBe(200);
  const gone = await side.call(leaving.token, 'DELETE', '/api/auth/me', { password: PASSWORD });
  expect(gone.statusCode).toBe(200);
  await backedUp.backUp(folder);

  const archive = { folder, identities: [] };
  const held = async () => (await checkBackups(archive, side.masterKey, silent)).map((check) => check.erased);
  const nothing = { people: 0, anecdotes: 0, journals: 0 };
  expect(await held()).toEqual([{ people: 1, anecdotes: 1, journals: 0 }, nothing]);
  const again = await backedUp.restore(folder, { until: before.position });
  const back = await again.start();
  expect(again.restored.position).toBe(isOnWire ? await again.log.head() : before.position);
  expect(await listOf(back, staying.token)).toEqual(['kept']);
  expect((await visitorOf(back).logIn(leaving.name)).statusCode).toBe(401);
  expect(await back.deps.keys.get(leaving.account)).toBe('destroyed');
  const { rows } = await again.vault.query('select from vault.session where account = $1', [leaving.account]);
  expect(rows).toEqual([]);

  const rewritten = await forgetInBackups(archive, { masterKey: side.masterKey, recipients: [] });
  expect(rewritten.map(({ name }) => name)).toEqual([before.name]);
  expect(await held()).toEqual([nothing, nothing]);
});

test('an import that a backup holds unfinished does not bring back what was erased after the backup', async () => {
  const folder = backedUp.newFolder();
  const { token, account } = await backedUp.newMember();
  const { call, ended, importPaused } = importsBy(() => ({ at: side, as: token }));
  const entry = journalAnecdote({ description: 'The canary came by boat' });
  const id = await importPaused(journalFile([entry]), account);
  const before = await backedUp.backUp(folder);
  await call('POST', `/operations/${id}/resume`);
  expect(await ended(id)).toMatchObject({ status: 'done', changed: 1 });
  expect((await side.call(token, 'POST', `/api/anecdotes/${entry.id}/erase`)).statusCode).toBe(200);
  await backedUp.backUp(folder);

  const again = await backedUp.restore(folder, { until: before.position });
  const back = await again.start();
  const unfinished = async () => {
    const { data } = (await call('GET', '/operations', { at: back })) as { data: OperationView[] | null };
    return data?.filter(({ status }) => status === 'running' || status === 'paused').length;
  };
  await call('POST', `/operations/${id}/resume`, { at: back });
  await vi.waitUntil(async () => (await unfinished()) === 0, 60_000);
  expect(await listOf(back, token)).toEqual([]);
  const { rows } = await again.vault.query('select from vault.import_part where operation = $1', [id]);
  expect(rows).toEqual([]);
});

test('an import that a backup holds unfinished goes on after a restore, without what was erased before the backup', async () => {
  const folder = backedUp.newFolder();
  const { token, account } = await backedUp.newMember();
  const { call, importPaused, importFile, ended } = importsBy(() => ({ at: side, as: token }));
  const trashed = journalAnecdote({ description: 'The canary left' });
  const entry = journalAnecdote({ description: 'Came later' });
  await importFile(journalFile([trashed]));
  await call('DELETE', `/anecdotes/${trashed.id}`);
  const id = await importPaused(journalFile([trashed, entry]), account);
  await call('POST', `/anecdotes/${trashed.id}/erase`);
  await backedUp.backUp(folder);

  const back = await (await backedUp.restore(folder)).start();
  await call('POST', `/operations/${id}/resume`, { at: back });
  expect(await ended(id, { at: back })).toMatchObject({ status: 'done', changed: 1 });
  await vi.waitFor(async () => expect(await listOf(back, token)).toEqual(['Came later']), 60_000);
});

test('a vault can be restored alone beside its own log, and beside no other', async () => {
  const folder = backedUp.newFolder();
  const { token, account } = await backedUp.newMember();
  await backedUp.backUp(folder);
  await backedUp.write(token, 'later');
  const archive = { folder, identities: [] };
  const chosen = await chooseBackup(archive, { until: undefined, masterKey: side.masterKey });
  const { target, vault } = await backedUp.newTarget();
  await expect(restoreVault(archive, chosen, target, side.masterKey)).rejects.toThrow('The log is not the one');
  await restoreVault(archive, chosen, { ...target, log: side.log }, side.masterKey);
  expect(await createEventKeys(vault, side.masterKey).get(account)).toEqual(await side.deps.keys.get(account));
});
