import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@anecdotes/contracts/server/postgres/pool';
import { entryOf } from '@anecdotes/contracts/server/transparency/event-entry';
import { checkBackups } from '@anecdotes/deploy/backup/check-backup';
import type { Installation } from '@anecdotes/deploy/backup/installation';
import { readManifests } from '@anecdotes/deploy/backup/manifest';
import { chooseBackup, restoreBackup } from '@anecdotes/deploy/backup/restore';
import { forgetInBackups } from '@anecdotes/deploy/backup/rewrite-backups';
import { type BackupOptions, takeBackup } from '@anecdotes/deploy/backup/take-backup';
import { createEventStore, type EventStore } from '@anecdotes/deploy/embedded/event-store';
import { eventsOf } from '@anecdotes/deploy/shared/events-of';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BothSides, startBothSides } from '../support/both-sides.ts';
import { openWireStore } from '../support/command-side.ts';
import { createTestDatabase } from '../support/database.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { PASSWORD, type Visitor, visitorOf } from '../support/visitor.ts';
import { isOnWire } from '../support/wire-log.ts';

const silent = { step() {}, end() {} };
const keeping = { count: 100, days: 100 };

let side: BothSides;
let mailbox: Mailbox;
let visitor: Visitor;

beforeAll(async () => {
  side = await startBothSides();
  mailbox = openMailbox(side);
  visitor = visitorOf(side);
});
afterAll(() => side.close());

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anecdotes-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function backUp(folder: string, options: Partial<BackupOptions> = {}) {
  const { log, vault, masterKey } = side;
  const installation = { log, vault, isLogInVault: !isOnWire };
  return takeBackup(installation, { folder, masterKey, recipients: [], keeping, ...options }, silent);
}

/** An empty place to restore to. */
async function newTarget() {
  const url = await createTestDatabase();
  const log: EventStore = isOnWire ? await openWireStore() : createEventStore(url);
  await log.migrate();
  const vault = createPool(url, { name: 'restore', max: 2, statementTimeout: 60_000, onError() {} });
  const closeVault = () => (vault.ended ? undefined : vault.end());
  onTestFinished(closeVault);
  const target: Installation = { log, vault, isLogInVault: !isOnWire };
  return { url, log, vault, target };
}

/** Restores what a folder holds into an empty place. */
async function restore(folder: string, { until, identities = [] }: { until?: bigint; identities?: string[] } = {}) {
  const archive = { folder, identities };
  const { masterKey, signingKey } = side;
  const chosen = await chooseBackup(archive, { until, masterKey });
  const { url, log, vault, target } = await newTarget();
  const restored = await restoreBackup(archive, chosen, target, masterKey, silent);
  return {
    restored,
    vault,
    log,
    /** Both services on it. */
    async start() {
      const started = await startBothSides({ signingKey, on: { url, log, masterKey } });
      onTestFinished(started.close);
      return started;
    },
  };
}

async function newMember() {
  const member = await visitor.newMember(mailbox);
  const { account } = await side.deps.authenticate(`Bearer ${member.token}`);
  return { ...member, account };
}

const write = async (token: string, description: string) =>
  (await side.call(token, 'POST', '/api/anecdotes', { description })).json().data.id as string;

async function listOf(of: BothSides, token: string): Promise<string[]> {
  const listed: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await of.call(token, 'GET', `/api/anecdotes/cursor?limit=100${cursor && `&cursor=${cursor}`}`);
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

test('a backup that is taken during writes gives back everything acknowledged before its position', async () => {
  const folder = newFolder();
  const ann = await newMember();
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
      const answer = await visitor.register(name, `${name}@example.org`);
      joined.push({ position: BigInt(String(answer.headers['x-log-position'])), name });
    }
  })();
  const [first, second] = await (async () => [await backUp(folder), await backUp(folder)] as const)().finally(() => {
    isTaken = true;
    return Promise.all([...writers, registering]);
  });
  expect(second.events).toBe(first.events + second.added);

  const checks = await checkBackups({ folder, identities: [] }, side.masterKey, silent);
  expect(checks.map(({ fault, events }) => ({ fault, events }))).toEqual([
    { fault: null, events: first.events },
    { fault: null, events: second.events },
  ]);
  const again = await restore(folder);
  const back = await again.start();
  expect(await entriesOf(again.log, again.restored.position)).toEqual(
    (await entriesOf(side.log, second.position)).slice(0, second.events),
  );
  const before = ({ position }: { position: bigint }) => position <= second.position;
  const shown = await listOf(back, ann.token);
  const promised = acknowledged.filter(before).map(({ description }) => description);
  expect(promised.filter((description) => !shown.includes(description))).toEqual([]);

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

test.runIf(isOnWire)('nobody makes a key or an account while the log is asked where it ends', async () => {
  const folder = newFolder();
  let registering: ReturnType<Visitor['register']> | undefined;
  const head = async () => {
    registering = visitor.register('meanwhile', 'meanwhile@example.org');
    const waiting = async () => (await side.vault.query('select from pg_locks where not granted')).rowCount;
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { interval: 5 });
    return side.log.head();
  };
  const { vault, masterKey } = side;
  const installation = { log: { ...side.log, head }, vault, isLogInVault: false };
  await takeBackup(installation, { folder, masterKey, recipients: [], keeping }, silent);
  expect((await registering)?.statusCode).toBe(201);
  const [check] = await checkBackups({ folder, identities: [] }, masterKey, silent);
  expect(check?.fault).toBeNull();
  const back = await (await restore(folder)).start();
  expect((await visitorOf(back).register('meanwhile', 'meanwhile@example.org')).statusCode).toBe(201);
});

test('a later backup writes only new events, and each of them can be restored', async () => {
  const folder = newFolder();
  const { token } = await newMember();
  await write(token, 'first');
  const first = await backUp(folder);
  expect(first.added).toBe(first.events);
  await write(token, 'second');
  expect(await backUp(folder)).toMatchObject({ added: 1, events: first.events + 1 });
  expect(await backUp(folder)).toMatchObject({ added: 0, events: first.events + 1 });
  const again = await restore(folder, { until: first.position });
  expect(again.restored.events).toBe(first.events);
  expect(await entriesOf(again.log, again.restored.position)).toEqual(await entriesOf(side.log, first.position));
});

test('a restore up to a position between two backups leaves out what came later, in the log and in the vault', async () => {
  const folder = newFolder();
  const { name, token } = await newMember();
  await backUp(folder);
  const { headers } = await side.call(token, 'POST', '/api/anecdotes', { description: 'before' });
  const until = BigInt(String(headers['x-log-position']));
  await write(token, 'after');
  const later = await newMember();
  const { key } = (await side.call(token, 'POST', '/api/api-keys', { name: 'Later' })).json().data;
  await backUp(folder);
  const again = await restore(folder, { until });
  const back = await again.start();
  expect(again.restored.events).toBeGreaterThan(1);
  expect(await listOf(back, token)).toEqual(['before']);
  expect((await back.call(key, 'GET', '/api/anecdotes')).statusCode).toBe(401);
  const returning = visitorOf(back);
  expect((await returning.logIn(later.name)).statusCode).toBe(401);
  expect((await returning.register(later.name, later.email)).statusCode).toBe(201);
  expect((await returning.logIn(name)).statusCode).toBe(200);
});

test('what is encrypted for a public key opens with its private key, and with no other', async () => {
  const folder = newFolder();
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const taken = await backUp(folder, { recipients: [await identityToRecipient(identity)] });
  const names = readdirSync(folder).filter((name) => !name.startsWith('backup-'));
  expect(names.every((name) => name.endsWith('.age'))).toBe(true);
  for (const name of names) expect(readFileSync(join(folder, name), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  const faultWith = async (identities: string[]) =>
    (await checkBackups({ folder, identities }, side.masterKey, silent))[0]?.fault;
  expect(await faultWith([])).toMatch(/is encrypted\. Set BACKUP_AGE_IDENTITY_FILE/);
  expect(await faultWith([other])).toMatch(/is encrypted for another key/);
  expect(await faultWith([identity])).toBeNull();
  expect((await restore(folder, { identities: [identity] })).restored.events).toBe(taken.events);
});

test('any flipped byte, a missing file and a wrong master key are named, and nothing of them is restored', async () => {
  const whole = newFolder();
  const { token } = await newMember();
  await write(token, 'damaged');
  await backUp(whole);
  const folder = newFolder();
  const archive = { folder, identities: [] };
  const faultAfter = async (damage: () => void, masterKey = side.masterKey) => {
    cpSync(whole, folder, { recursive: true });
    damage();
    const [check] = await checkBackups(archive, masterKey, silent);
    const refused = await chooseBackup(archive, { until: undefined, masterKey }).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(Error);
    return [check?.fault, (refused as Error).message];
  };
  for (const name of readdirSync(whole)) {
    const file = join(folder, name);
    const bytes = readFileSync(join(whole, name));
    const every = Number(process.env.FLIPPED_BYTES ?? 4);
    for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / every))) {
      const flip = () => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        writeFileSync(file, changed);
      };
      for (const told of await faultAfter(flip)) expect(told).toContain(name);
    }
    if (name.startsWith('backup-')) continue;
    for (const told of await faultAfter(() => rmSync(file))) expect(told).toContain(`${name} is missing.`);
  }
  const [told, refused] = await faultAfter(() => {}, Buffer.alloc(32, 7));
  expect(told).toMatch(/^It needs the master key [0-9a-f]{16}, not [0-9a-f]{16}\.$/);
  expect(refused).toMatch(/^The master key is [0-9a-f]{16}, the backup needs [0-9a-f]{16}\./);
});

test('a place that is not empty is refused and stays as it was', async () => {
  const folder = newFolder();
  const { position } = await backUp(folder);
  const archive = { folder, identities: [] };
  const chosen = await chooseBackup(archive, { until: undefined, masterKey: side.masterKey });
  const target: Installation = { log: side.log, vault: side.vault, isLogInVault: !isOnWire };
  await expect(restoreBackup(archive, chosen, target, side.masterKey, silent)).rejects.toThrow('is not empty');
  expect(await side.log.head()).toBe(position);
});

test('what was erased after a backup stays erased when that backup is restored, and can be taken out of it', async () => {
  const folder = newFolder();
  const [leaving, staying] = [await newMember(), await newMember()];
  await write(leaving.token, 'The canary sang');
  const erased = await write(staying.token, 'The canary left');
  await write(staying.token, 'kept');
  const before = await backUp(folder);
  expect((await side.call(staying.token, 'POST', `/api/anecdotes/${erased}/erase`)).statusCode).toBe(200);
  const gone = await side.call(leaving.token, 'DELETE', '/api/auth/me', { password: PASSWORD });
  expect(gone.statusCode).toBe(200);
  await backUp(folder);

  const archive = { folder, identities: [] };
  const held = async () => (await checkBackups(archive, side.masterKey, silent)).map((check) => check.erased);
  const nothing = { people: 0, anecdotes: 0, journals: 0 };
  expect(await held()).toEqual([{ people: 1, anecdotes: 1, journals: 0 }, nothing]);
  const showsNothing = async () => {
    const again = await restore(folder, { until: before.position });
    const back = await again.start();
    expect(again.restored.position).toBe(isOnWire ? await again.log.head() : before.position);
    expect(await listOf(back, staying.token)).toEqual(['kept']);
    expect((await visitorOf(back).logIn(leaving.name)).statusCode).toBe(401);
    expect(await back.deps.keys.get(leaving.account)).toBe('destroyed');
    const { rows } = await again.vault.query('select from vault.session where account = $1', [leaving.account]);
    expect(rows).toEqual([]);
  };
  await showsNothing();
  const rewritten = await forgetInBackups(archive, { masterKey: side.masterKey, recipients: [] });
  expect(rewritten.map(({ name }) => name)).toEqual([before.name]);
  expect(await held()).toEqual([nothing, nothing]);
  await showsNothing();
});

test('backups that are too many or too old go, with the files that no other one needs', async () => {
  const folder = newFolder();
  const { token } = await newMember();
  const day = (count: number) => new Date(Date.now() + count * 86_400_000);
  const takeOn = async (count: number, kept: { count: number; days: number }) => {
    await write(token, `day ${count}`);
    return backUp(folder, { keeping: kept, clock: () => day(count) });
  };
  for (const count of [0, 1, 2]) await takeOn(count, keeping);
  expect(await takeOn(3, { count: 3, days: 100 })).toMatchObject({ removed: 1 });
  expect(await takeOn(4, { count: 100, days: 1.5 })).toMatchObject({ removed: 2 });
  const names = readdirSync(folder);
  expect(names.filter((name) => name.startsWith('backup-'))).toHaveLength(2);
  expect(names.filter((name) => name.startsWith('vault-'))).toHaveLength(2);
  expect((await checkBackups({ folder, identities: [] }, side.masterKey, silent)).every((one) => !one.fault)).toBe(
    true,
  );
});

test('a backup begins anew where the files of the last one are damaged, or the log is no longer the same', async () => {
  const folder = newFolder();
  const first = await backUp(folder);
  const [found] = await readManifests(folder);
  const name = found && 'manifest' in found ? (found.manifest.log.segments[0]?.file.name ?? '') : '';
  writeFileSync(join(folder, name), 'damaged');
  const second = await backUp(folder);
  expect(second).toMatchObject({ added: second.events });
  expect(second.events).toBeGreaterThanOrEqual(first.events);
  expect((await checkBackups({ folder, identities: [] }, side.masterKey, silent)).map(({ fault }) => fault)).toEqual([
    expect.stringContaining(name),
    null,
  ]);
});
