import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '@anecdotes/contracts';
import { deriveKey, hmac } from '@anecdotes/contracts/server/crypto/derived-key';
import { makeFolder } from '@anecdotes/contracts/server/make-folder';
import type pg from 'pg';
import type { OpenEventLog } from '../embedded/event-log.ts';
import type { Progress } from '../shared/progress.ts';
import { erasuresIn } from './erasures.ts';
import { eventLines, type Written } from './event-lines.ts';
import type { Installation } from './installation.ts';
import { collect, type DataFile, faultOf, writeLines } from './lines.ts';
import {
  type Backup,
  backupsIn,
  filesOf,
  type Manifest,
  nextStamp,
  readManifests,
  type Segment,
  writeManifest,
} from './manifest.ts';
import { beginConsistentRead } from './pair.ts';
import { BackupRefused } from './refused.ts';
import { type Keeping, removeOld } from './retention.ts';
import { dumpRows, toLine } from './vault-rows.ts';
import { lastMigrationOf, readTables } from './vault-tables.ts';

export type BackupOptions = {
  readonly folder: string;
  readonly masterKey: Uint8Array;
  /** Public keys of age. */
  readonly recipients: readonly string[];
  readonly keeping: Keeping;
  readonly clock?: () => Date;
};

export type Taken = {
  readonly name: string;
  readonly position: Position;
  /** Events in the whole backup; `added` counts those that were written now. */
  readonly events: number;
  readonly added: number;
  readonly accounts: number;
  /** The size of the files that were written now. */
  readonly bytes: number;
  readonly removed: number;
};

const ADVISORY_LOCK = 7_305_804_018_364_613n;
/** A backup with this many segments is not continued: the next one writes the whole log into one segment. */
const MAX_SEGMENTS = 1_000;

/**
 * Adds a backup to a folder while the product runs: the events after the last backup there, and the vault. Then removes
 * backups that are too many or too old. Leaves no files and removes no backups when it fails. Throws BackupRefused.
 */
export async function takeBackup(
  installation: Installation,
  { folder, masterKey, recipients, keeping, clock = () => new Date() }: BackupOptions,
  progress: Progress,
): Promise<Taken> {
  await makeFolder(folder, 0o700);
  const tx = await installation.vault.connect();
  const written: DataFile[] = [];
  let isNamed = false;
  try {
    await takeLock(tx);
    const now = clock();
    const stamp = await nextStamp(folder, now);
    const write = async (kind: string, lines: AsyncIterable<string>) => {
      const file = await writeLines(folder, `${kind}-${stamp}`, lines, recipients);
      written.push(file);
      return file;
    };
    const manifest = await writeParts(installation, { tx, folder, masterKey, recipients, write, now }, progress);
    const newest: Backup = { name: `backup-${stamp}.json`, manifest };
    await writeManifest(folder, newest.name, manifest);
    isNamed = true;
    const removed = await removeOld(folder, newest, keeping, now);
    const { log, vault } = manifest;
    return {
      name: newest.name,
      position: BigInt(log.position),
      events: log.events,
      added: log.segments.find(({ file }) => written.includes(file))?.events ?? 0,
      accounts: vault.accounts,
      bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
      removed,
    };
  } finally {
    if (!isNamed) for (const { name } of written) await rm(join(folder, name), { force: true });
    await releaseConnection(tx);
  }
}

async function takeLock(tx: pg.ClientBase): Promise<void> {
  const { rows } = await tx.query<{ isAlone: boolean }>(`select pg_try_advisory_lock(${ADVISORY_LOCK}) as "isAlone"`);
  if (!rows[0]?.isAlone) throw new BackupRefused('Another backup of this installation is running.');
}

/** Ends a transaction that a failure left open, and releases the advisory lock. */
async function releaseConnection(tx: pg.PoolClient): Promise<void> {
  try {
    await tx.query('rollback; select pg_advisory_unlock_all()');
    tx.release();
  } catch {
    tx.release(true);
  }
}

type Writing = {
  readonly tx: pg.ClientBase;
  readonly folder: string;
  readonly masterKey: Uint8Array;
  readonly recipients: readonly string[];
  readonly now: Date;
  write(kind: string, lines: AsyncIterable<string>): Promise<DataFile>;
};

async function writeParts(installation: Installation, writing: Writing, progress: Progress): Promise<Manifest> {
  const { log } = installation;
  const { tx, folder, masterKey, write, now } = writing;
  const recipients = [...writing.recipients].sort();
  const first = await log.readFirst();
  if (first === undefined) throw new BackupRefused('The log is empty. Start the program once first.');
  const schema = await lastMigrationOf(tx);
  if (schema === undefined) throw new BackupRefused('There is no vault in this database.');
  const position = await beginConsistentRead(tx, installation.isLogInVault ? undefined : log);
  const vault = await writeVault(tx, write);
  await tx.query('commit');

  const base = await baseOf(folder, { log, firstEvent: first.id, position, recipients });
  const range = { after: BigInt(base?.log.position ?? 0), until: position };
  const segments = [...(base?.log.segments ?? []), ...(await writeEvents(installation, range, write, progress))];
  const erasures = [...(base?.erasures ?? []), ...(await writeErasures(log, range, write))];
  return {
    format: 'anecdotes-backup',
    version: 1,
    taken_at: now.toISOString(),
    ...(recipients.length > 0 && { encrypted_for: recipients }),
    log: {
      kind: installation.isLogInVault ? 'postgres' : 'eventstoredb',
      first_event: first.id,
      position: String(position),
      events: segments.reduce((sum, { events }) => sum + events, 0),
      segments,
    },
    vault: { ...vault, schema, master_key: nameOfKey(masterKey) },
    erasures,
  };
}

type Range = { readonly after: Position; readonly until: Position };

/** Writes the events of a range as a segment; none for an empty range. */
async function writeEvents(
  { log, vault, isLogInVault }: Installation,
  { after, until }: Range,
  write: Writing['write'],
  progress: Progress,
): Promise<Segment[]> {
  if (until <= after) return [];
  const written: Written = { events: 0, position: after, lastEvent: '', chain: null };
  const lines = eventLines({ source: log, pool: isLogInVault ? vault : undefined }, { after, until }, written);
  const file = await write(
    'log',
    reporting(lines, () => progress.step('Events', written.position, until)),
  );
  const { events, lastEvent, chain } = written;
  return [{ file, after: String(after), position: String(until), events, last_event: lastEvent, chain }];
}

/** Writes the list of what the events of a range erase; none if they erase nothing. */
async function writeErasures(
  log: OpenEventLog,
  { after, until }: Range,
  write: Writing['write'],
): Promise<Manifest['erasures'][number][]> {
  const erased = await collect(erasuresIn(log, after, until));
  if (erased.length === 0) return [];
  return [{ file: await write('erasures', Readable.from(erased)), position: String(until) }];
}

/** A name that identifies a master key without revealing it: 16 hexadecimal digits. */
export function nameOfKey(masterKey: Uint8Array): string {
  return hmac(deriveKey(masterKey, 'name-in-backups'), '').toString('hex').slice(0, 16);
}

async function writeVault(
  tx: pg.ClientBase,
  write: Writing['write'],
): Promise<Pick<Manifest['vault'], 'file' | 'accounts' | 'rows'>> {
  const tables = await readTables(tx);
  let [accounts, rows] = [0, 0];
  async function* lines() {
    yield JSON.stringify(tables);
    for await (const row of dumpRows(tx, tables)) {
      rows += 1;
      if (row.table === 'credential') accounts += 1;
      yield toLine(row);
    }
  }
  const file = await write('vault', lines());
  return { file, accounts, rows };
}

/**
 * The newest backup in `folder`, if a new one can continue it: it is of the same log, which still has its last event,
 * and its log and erasure files are unchanged and encrypted for the same `recipients`, which are sorted. Undefined
 * otherwise; the new backup then writes the whole log.
 */
async function baseOf(
  folder: string,
  {
    log,
    firstEvent,
    position,
    recipients,
  }: { log: OpenEventLog; firstEvent: string; position: Position; recipients: readonly string[] },
): Promise<Manifest | undefined> {
  const known = backupsIn(await readManifests(folder)).map(({ manifest }) => manifest);
  const newest = known.findLast((manifest) => manifest.log.first_event === firstEvent);
  const last = newest?.log.segments.at(-1);
  if (newest === undefined || last === undefined || newest.log.segments.length >= MAX_SEGMENTS) return undefined;
  if (!isDeepStrictEqual(newest.encrypted_for ?? [], recipients)) return undefined;
  const end = BigInt(last.position);
  if (end > position || (await log.idAt(end)) !== last.last_event) return undefined;
  for (const file of filesOf(newest)) {
    if (file === newest.vault.file) continue;
    // Older manifests do not say for whom files are encrypted.
    if (file.name.endsWith('.age') !== recipients.length > 0) return undefined;
    if ((await faultOf(folder, file)) !== undefined) return undefined;
  }
  return newest;
}

async function* reporting(lines: AsyncIterable<string>, report: () => void): AsyncGenerator<string> {
  for await (const line of lines) {
    yield line;
    report();
  }
}
