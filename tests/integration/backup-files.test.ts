import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '@anecdotes/contracts/server/http/metrics';
import { checkBackups } from '@anecdotes/deploy/backup/check-backup';
import { keepBackups } from '@anecdotes/deploy/backup/keep-backups';
import { readManifests } from '@anecdotes/deploy/backup/manifest';
import { openInstallation } from '@anecdotes/deploy/backup/named-installation';
import { chooseBackup } from '@anecdotes/deploy/backup/restore';
import { forgetInBackups } from '@anecdotes/deploy/backup/rewrite-backups';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BackedUp, keeping, startBackedUp } from '../support/backups.ts';
import type { BothSides } from '../support/both-sides.ts';
import { silent } from '../support/silent.ts';

let backedUp: BackedUp;
let side: BothSides;

beforeAll(async () => {
  backedUp = await startBackedUp();
  side = backedUp.side;
});
afterAll(() => backedUp.close());

test('a backup that is encrypted for a public key opens with its private key and with no other', async () => {
  const folder = backedUp.newFolder();
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const taken = await backedUp.backUp(folder, { recipients: [await identityToRecipient(identity)] });
  const names = readdirSync(folder).filter((name) => !name.startsWith('backup-'));
  expect(names.every((name) => name.endsWith('.age'))).toBe(true);
  for (const name of names) expect(readFileSync(join(folder, name), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  const faultWith = async (identities: string[]) =>
    (await checkBackups({ folder, identities }, side.masterKey, silent))[0]?.fault;
  expect(await faultWith([])).toMatch(/is encrypted\. Set BACKUP_AGE_IDENTITY_FILE/);
  expect(await faultWith([other])).toMatch(/is encrypted for another key/);
  expect(await faultWith([identity])).toBeNull();
  expect((await backedUp.restore(folder, { identities: [identity] })).restored.events).toBe(taken.events);

  const mistyped = identity.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q'));
  await expect(faultWith([mistyped])).rejects.toThrow(/^Wrong setting. BACKUP_AGE_IDENTITY: .* mistyped$/);
});

test('a backup for other public keys than the last one writes all events again, for these keys only', async () => {
  const folder = backedUp.newFolder();
  const [first, second] = [await generateX25519Identity(), await generateX25519Identity()];
  const [recipient, other] = [await identityToRecipient(first), await identityToRecipient(second)];
  const { token } = await backedUp.newMember();
  const id = await backedUp.write(token, 'The canary sang');
  expect((await side.call(token, 'POST', `/api/anecdotes/${id}/erase`)).statusCode).toBe(200);
  const addedFor = async (...recipients: string[]) => {
    const { added, events } = await backedUp.backUp(folder, { recipients });
    return added === events ? 'all' : added;
  };
  expect([await addedFor(), await addedFor(recipient), await addedFor(recipient)]).toEqual(['all', 'all', 0]);
  expect([await addedFor(other), await addedFor(other, recipient), await addedFor(recipient, other)]).toEqual([
    'all',
    'all',
    0,
  ]);
  const newest = readdirSync(folder)
    .filter((name) => name.startsWith('backup-'))
    .at(-1);
  const faults = await checkBackups({ folder, identities: [second] }, side.masterKey, silent);
  expect(faults.find(({ name }) => name === newest)?.fault).toBeNull();
  expect((await backedUp.restore(folder, { identities: [second] })).restored.events).toBeGreaterThan(0);
  expect([await addedFor(), await addedFor()]).toEqual(['all', 0]);
});

test('any flipped byte or missing file is named, a wrong master key is reported, and nothing is restored', async () => {
  const whole = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  await backedUp.write(token, 'damaged');
  await backedUp.backUp(whole);
  const folder = backedUp.newFolder();
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
      for (const fault of await faultAfter(flip)) expect(fault).toContain(name);
    }
    if (name.startsWith('backup-')) continue;
    for (const fault of await faultAfter(() => rmSync(file))) expect(fault).toContain(`${name} is missing.`);
  }
  const [fault, refused] = await faultAfter(() => {}, Buffer.alloc(32, 7));
  expect(fault).toMatch(/^It needs the master key [0-9a-f]{16}, not [0-9a-f]{16}\.$/);
  expect(refused).toMatch(/^The master key is [0-9a-f]{16}, the backup needs [0-9a-f]{16}\./);
});

test('a restore takes the newest backup of its master key from a folder that another installation uses too', async () => {
  const folder = backedUp.newFolder();
  const { name, position } = await backedUp.backUp(folder);
  await backedUp.newMember();
  await backedUp.backUp(folder, { masterKey: Buffer.alloc(32, 7) });
  const { masterKey } = side;
  const archive = { folder, identities: [] };
  expect((await chooseBackup(archive, { until: undefined, masterKey })).backup.name).toBe(name);
  const beyond = chooseBackup(archive, { until: position + 1n, masterKey });
  await expect(beyond).rejects.toThrow(`No backup in ${folder} reaches position ${position + 1n}.`);
});

test('no backup is taken without the master key of the vault, or with that of another one', async () => {
  const DATA_DIR = backedUp.newFolder();
  const missing = `There is no ${join(DATA_DIR, 'master.key')}. Set DATA_DIR or MASTER_KEY.`;
  await expect(openInstallation({ DATA_DIR }, () => {})).rejects.toThrow(missing);
  const settings = { DATABASE_URL: side.url, MASTER_KEY: randomBytes(32).toString('base64') };
  const refusal = 'MASTER_KEY: Is not the one that this database was made with';
  const opening = openInstallation(settings, (stop) => onTestFinished(async () => void (await stop())));
  await expect(opening).rejects.toThrow(refusal);
});

test('backups beyond the allowed number or age are removed, with the files that no other backup needs', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  const day = (count: number) => new Date(Date.now() + count * 86_400_000);
  const takeOn = async (count: number, kept: { count: number; days: number }) => {
    await backedUp.write(token, `day ${count}`);
    return backedUp.backUp(folder, { keeping: kept, clock: () => day(count) });
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

test('a backup that was made while the clock was a year ahead does not stay the newest one', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  await backedUp.backUp(folder, { clock: () => new Date(Date.now() + 365 * 86_400_000) });
  await backedUp.write(token, 'After the clock was set right');
  const taken: string[] = [];
  const take = async () => void taken.push((await backedUp.backUp(folder)).name);
  const watched = { folder, every: 3_600_000, log: side.log, registry: createRegistry() };
  const backups = keepBackups(watched, take, () => {}, 20);
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 60_000 }).finally(backups.stop);
  const { backup } = await chooseBackup({ folder, identities: [] }, { until: undefined, masterKey: side.masterKey });
  expect(backup.name).toBe(taken[0]);
});

test('a backup writes all events again when a file of the last one is damaged', async () => {
  const folder = backedUp.newFolder();
  const first = await backedUp.backUp(folder);
  const [found] = await readManifests(folder);
  const name = found && 'manifest' in found ? (found.manifest.log.segments[0]?.file.name ?? '') : '';
  writeFileSync(join(folder, name), 'damaged');
  const second = await backedUp.backUp(folder);
  expect(second).toMatchObject({ added: second.events });
  expect(second.events).toBeGreaterThanOrEqual(first.events);
  expect((await checkBackups({ folder, identities: [] }, side.masterKey, silent)).map(({ fault }) => fault)).toEqual([
    expect.stringContaining(name),
    null,
  ]);
});

test('a check that is stopped reports no damage', async () => {
  const folder = backedUp.newFolder();
  await backedUp.backUp(folder);
  const stopped = { step: () => AbortSignal.abort().throwIfAborted(), end: () => {} };
  await expect(checkBackups({ folder, identities: [] }, side.masterKey, stopped)).rejects.toThrow('aborted');
});

test('a check does not report a backup as damaged that another run removes or rewrites meanwhile', async () => {
  const folder = backedUp.newFolder();
  const names: string[] = [];
  for (let count = 0; count < 3; count += 1) names.push((await backedUp.backUp(folder)).name);
  const [removed = '', rewritten = '', kept = ''] = names;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const vaultOf = (name: string) => JSON.parse(read(name).split('\n', 1)[0] ?? '').vault.file.name as string;
  const [gone, old, newest] = [vaultOf(removed), vaultOf(rewritten), vaultOf(kept)];
  const change = () => {
    if (!existsSync(join(folder, removed))) return;
    for (const name of [removed, gone, old]) rmSync(join(folder, name));
    writeFileSync(join(folder, rewritten), read(kept));
  };
  const checks = await checkBackups({ folder, identities: [] }, side.masterKey, { step: change, end: () => {} });
  expect(checks.map(({ name, fault }) => [name, fault])).toEqual([
    [rewritten, null],
    [kept, null],
  ]);
  rmSync(join(folder, newest));
  const damaged = await checkBackups({ folder, identities: [] }, side.masterKey, silent);
  expect(damaged.map(({ fault }) => fault)).toEqual([`${newest} is missing.`, `${newest} is missing.`]);
});

test('keys are not reported as forgotten in a folder without backups, or with one whose manifest is damaged', async () => {
  const folder = backedUp.newFolder();
  const forget = () => forgetInBackups({ folder, identities: [] }, { masterKey: side.masterKey, recipients: [] });
  await expect(forget()).rejects.toThrow(`There is no backup in ${folder}.`);
  const { name } = await backedUp.backUp(folder);
  expect(await forget()).toEqual([]);
  appendFileSync(join(folder, name), ' ');
  await expect(forget()).rejects.toThrow(`${name} was changed, or written by a newer version. Remove it first.`);
});

test('a backup that is removed while its keys are forgotten stays removed', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  const id = await backedUp.write(token, 'The canary sang');
  const { name } = await backedUp.backUp(folder);
  const vault = readdirSync(folder).find((file) => file.startsWith('vault-')) ?? '';
  expect((await side.call(token, 'POST', `/api/anecdotes/${id}/erase`)).statusCode).toBe(200);
  await backedUp.backUp(folder);
  const kept = readdirSync(folder).filter((file) => file !== name && file !== vault);
  const recipients = {
    /** Is read when the old vault is open and the new one is begun. */
    get length() {
      for (const file of [name, vault]) rmSync(join(folder, file), { force: true });
      return 0;
    },
  } as string[];
  expect(await forgetInBackups({ folder, identities: [] }, { masterKey: side.masterKey, recipients })).toEqual([]);
  expect(readdirSync(folder)).toEqual(kept);
});

test('two runs that forget the keys of the same backups at once leave all of them complete', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  const id = await backedUp.write(token, 'The canary sang');
  for (let count = 0; count < 8; count += 1) await backedUp.backUp(folder);
  expect((await side.call(token, 'POST', `/api/anecdotes/${id}/erase`)).statusCode).toBe(200);
  await backedUp.backUp(folder);
  const archive = { folder, identities: [] };
  const forget = () => forgetInBackups(archive, { masterKey: side.masterKey, recipients: [] });
  await Promise.all([forget(), forget()]);
  const checks = await checkBackups(archive, side.masterKey, silent);
  expect(checks).toHaveLength(9);
  for (const check of checks) expect(check).toMatchObject({ fault: null, erased: { anecdotes: 0 } });
});

test('a backup does not fail because of a file that another run has just removed', async () => {
  const folder = backedUp.newFolder();
  for (const name of ['backup-20260101T000000000Z.json', 'vault-20260101T000000000Z.ndjson.gz'])
    symlinkSync(join(folder, 'removed'), join(folder, name));
  expect(await backedUp.backUp(folder)).toMatchObject({ removed: 0 });
});

test('the program makes a backup without the destroyed key soon after something was erased', async () => {
  const folder = backedUp.newFolder();
  const { token } = await backedUp.newMember();
  const id = await backedUp.write(token, 'The canary sang');
  await backedUp.backUp(folder);
  expect((await side.call(token, 'POST', `/api/anecdotes/${id}/erase`)).statusCode).toBe(200);
  const take = async () => void (await backedUp.backUp(folder));
  const watched = { folder, every: 3_600_000, log: side.log, registry: createRegistry() };
  const backups = keepBackups(watched, take, () => {}, 20);
  const taken = async () => expect(await readManifests(folder)).toHaveLength(2);
  await vi.waitFor(taken, { timeout: 60_000 }).finally(backups.stop);
  const checks = await checkBackups({ folder, identities: [] }, side.masterKey, silent);
  expect(checks.map(({ erased }) => erased.anecdotes)).toEqual([1, 0]);
});
