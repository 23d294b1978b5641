import { remainingSecrets } from '@anecdotes/command-service/vault/anecdote-keys';
import { forgetPositions } from '@anecdotes/command-service/vault/log-identity';
import { vaultMigrator } from '@anecdotes/command-service/vault/migrate';
import { vaultMigrations } from '@anecdotes/command-service/vault/migrations';
import type { Position } from '@anecdotes/contracts';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { copyLog } from '../log-copy/copy.ts';
import type { Progress } from '../shared/progress.ts';
import type { Erasures } from './erasures.ts';
import { createErasureFilter, type ErasedKeys, type ErasureFilter } from './forget-erased.ts';
import type { Installation } from './installation.ts';
import { faultOf } from './lines.ts';
import { type Backup, backupsIn, filesOf, readManifests } from './manifest.ts';
import { type Archive, backedUpEvents, type ChainedEvent, createErasureReader, openVault } from './read-backup.ts';
import { BackupRefused } from './refused.ts';
import { sourceOf, storeEvents } from './restore-log.ts';
import { collectStreams, isNewerThanLog } from './rewind.ts';
import { nameOfKey } from './take-backup.ts';
import { loadRows, type VaultRow } from './vault-rows.ts';
import { identifier, readTables } from './vault-tables.ts';

/** A complete backup, the position to restore it up to, and what was erased since. */
export type Chosen = { readonly backup: Backup; readonly until: Position; readonly erasures: Erasures };

export type Restored = {
  readonly name: string;
  /** The position of the last event in the restored log. */
  readonly position: Position;
  readonly events: number;
  readonly accounts: number;
  /** The erased people, anecdotes and journals whose keys the backup still had, and which were left out. */
  readonly forgotten: ErasedKeys;
};

/**
 * The newest backup in a folder that needs `masterKey`, or the oldest complete one of these that reaches position
 * `until`, after every byte of it was verified. Throws BackupRefused, whose message names a file that differs and the
 * newest complete backup.
 */
export async function chooseBackup(
  archive: Archive,
  { until, masterKey }: { until: Position | undefined; masterKey: Uint8Array },
): Promise<Chosen> {
  const { folder } = archive;
  const found = await readManifests(folder);
  const backups = withKey(backupsIn(found), nameOfKey(masterKey));
  if (found.length === 0) throw new BackupRefused(`There is no backup in ${folder}.`);
  const reaches = ({ manifest }: Backup) => until !== undefined && BigInt(manifest.log.position) >= until;
  const newest = found.at(-1);
  if (until === undefined && newest && 'fault' in newest) {
    throw new BackupRefused(`${newest.fault} ${await describeNewestWhole(archive, backups)}`);
  }
  const candidates = until === undefined ? backups.slice(-1) : backups.filter(reaches);
  const [first] = candidates;
  if (first === undefined) throw new BackupRefused(`No backup in ${folder} reaches position ${until}.`);
  const backup = await firstWhole(folder, candidates);
  if (backup === undefined) {
    const fault = await faultOfFiles(folder, first);
    throw new BackupRefused(`${fault} ${await describeNewestWhole(archive, backups)}`);
  }
  const { log, vault } = backup.manifest;
  if (vault.master_key !== nameOfKey(masterKey)) {
    throw new BackupRefused(
      `The master key is ${nameOfKey(masterKey)}, the backup needs ${vault.master_key}. Set MASTER_KEY, or put the ` +
        'right master.key into DATA_DIR.',
    );
  }
  if (vaultMigrations[vault.schema] === undefined) {
    throw new BackupRefused(`${backup.name} was made by a newer version of Anecdotes. Restore it with that.`);
  }
  // Throws before anything is written if the vault cannot be decrypted.
  await (await openVault(archive, backup.manifest)).close();
  const erasures = await createErasureReader(archive, found)(backup.manifest);
  return { backup, until: until ?? BigInt(log.position), erasures };
}

/** Those of `backups` that need this master key; all of them if none does, so that the refusal names the key. */
function withKey(backups: readonly Backup[], masterKey: string): readonly Backup[] {
  const own = backups.filter(({ manifest }) => manifest.vault.master_key === masterKey);
  return own.length > 0 ? own : backups;
}

/** The first fault in the files of a backup, as a sentence; undefined when there is none. */
async function faultOfFiles(folder: string, { manifest }: Backup): Promise<string | undefined> {
  for (const file of filesOf(manifest)) {
    const fault = await faultOf(folder, file);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function firstWhole(folder: string, backups: readonly Backup[]): Promise<Backup | undefined> {
  for (const backup of backups) if ((await faultOfFiles(folder, backup)) === undefined) return backup;
  return undefined;
}

async function describeNewestWhole({ folder }: Archive, backups: readonly Backup[]): Promise<string> {
  const whole = await firstWhole(folder, backups.toReversed());
  if (whole === undefined) return 'No other backup in this folder is complete.';
  const { position } = whole.manifest.log;
  return `The newest complete backup ends at position ${position}. Restore it with --until ${position}.`;
}

/**
 * Fills `target` with a backup up to a position, and leaves out of its vault what was erased since. Where log and vault
 * are in one database, one transaction writes all rows or none. Throws BackupRefused when the target is not empty, or
 * the backup does not match its manifest.
 */
export async function restoreBackup(
  archive: Archive,
  { backup, until, erasures }: Chosen,
  target: Installation,
  masterKey: Uint8Array,
  progress: Progress,
): Promise<Restored> {
  const { manifest, name } = backup;
  const { log, vault } = target;
  if (target.isLogInVault && (await log.head()) > 0n) throw new BackupRefused(NOT_EMPTY);
  await prepareVault(vault, manifest.vault.schema);
  const known = new Set<string>();
  const events = () => collectStreams(backedUpEvents(archive, manifest, until), known);
  const copied = target.isLogInVault ? undefined : await copyEvents(events, log, progress);

  const isRewound = until < BigInt(manifest.log.position);
  const stored = await openVault(archive, manifest);
  const filter = createErasureFilter(
    stored.tables,
    erasures,
    (...block) => remainingSecrets(masterKey, ...block),
    (...row) => isRewound && isNewerThanLog(known, ...row),
  );
  const { last, counts } = await inTransaction(vault, async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    const step = (reached: Position) => progress.step('Events', reached, until);
    const last = target.isLogInVault ? await storeEvents(tx, events(), step) : undefined;
    const counts = await loadRows(tx, remainingRows(stored.rows, filter));
    await continueNumbers(tx);
    // Zero makes every erasure in the log apply again. If positions have changed, all recorded ones are void.
    if (last === BigInt(manifest.log.position)) await tx.query('update vault.log set erased_through = 0');
    else await forgetPositions(tx);
    return { last, counts };
  });
  return {
    name,
    position: last ?? (await log.head()),
    events: copied === undefined ? Number(last) : copied.copied + copied.present,
    accounts: counts.get('credential') ?? 0,
    forgotten: filter.erasedKeys,
  };
}

/**
 * Fills only the empty vault of `target`. Its log was not lost: it is the one of the backup, maybe with later events.
 * Keys that were made after the backup are lost. Throws BackupRefused when the log is another one.
 */
export async function restoreVault(
  archive: Archive,
  { backup, erasures }: Chosen,
  { log, vault }: Installation,
  masterKey: Uint8Array,
): Promise<Restored> {
  const { manifest, name } = backup;
  const last = manifest.log.segments.at(-1);
  const isSame =
    (await log.readFirst())?.id === manifest.log.first_event &&
    (await log.idAt(BigInt(manifest.log.position))) === last?.last_event;
  if (!isSame) throw new BackupRefused('The log is not the one of this backup, or ends before it.');
  await prepareVault(vault, manifest.vault.schema);
  const stored = await openVault(archive, manifest);
  const filter = createErasureFilter(stored.tables, erasures, (...block) => remainingSecrets(masterKey, ...block));
  const counts = await inTransaction(vault, async (tx) => {
    const counts = await loadRows(tx, remainingRows(stored.rows, filter));
    await continueNumbers(tx);
    await tx.query('update vault.log set erased_through = 0');
    return counts;
  });
  const accounts = counts.get('credential') ?? 0;
  return { name, position: BigInt(manifest.log.position), events: 0, accounts, forgotten: filter.erasedKeys };
}

async function copyEvents(events: () => AsyncIterable<ChainedEvent>, log: Installation['log'], progress: Progress) {
  let last: ChainedEvent | undefined;
  for await (const event of events()) last = event;
  if (last === undefined) throw new BackupRefused('There is no event up to that position.');
  return copyLog(sourceOf(events, last), log, progress);
}

const NOT_EMPTY = 'The log that would be restored to is not empty. Restore into an empty folder or database.';

/**
 * Creates the empty tables of a vault, in the schema version of the backup. Throws BackupRefused for a vault with rows.
 */
async function prepareVault(vault: pg.Pool, schema: string): Promise<void> {
  const tables = await readTables(vault);
  for (const { name } of tables) {
    const { rowCount } = await vault.query(`select from ${identifier(name)} limit 1`);
    if (rowCount !== 0) {
      throw new BackupRefused('The vault in this database is not empty. Restore into an empty folder or database.');
    }
  }
  await vault.query('drop schema if exists vault cascade');
  const { error } = await vaultMigrator(vault).migrateTo(schema);
  if (error !== undefined) throw error;
}

async function* remainingRows(rows: AsyncIterable<VaultRow>, filter: ErasureFilter): AsyncGenerator<VaultRow> {
  for await (const row of rows) yield* filter.remaining(row);
}

/** Sets the sequences of identity columns to continue after the restored rows. */
async function continueNumbers(tx: pg.ClientBase): Promise<void> {
  const { rows } = await tx.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'vault' and is_identity = 'YES'`,
  );
  for (const { name, column } of rows) {
    const table = identifier(name);
    await tx.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}"), 0) + 1, false) from ${table}`,
      [table, column],
    );
  }
}
