import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { remainingSecrets } from '@anecdotes/command-service/vault/anecdote-keys';
import { createErasureFilter, type ErasedKeys } from './forget-erased.ts';
import { faultOf, writeLines } from './lines.ts';
import { type Backup, backupsIn, readManifest, readManifests, writeManifest } from './manifest.ts';
import { type Archive, createErasureReader, openVault } from './read-backup.ts';
import { BackupRefused } from './refused.ts';
import { nameOfKey } from './take-backup.ts';
import { toLine } from './vault-rows.ts';

/** A rewritten backup, and the erased keys that were removed from it. */
export type Rewritten = { readonly name: string; readonly forgotten: ErasedKeys };

type Keys = { readonly masterKey: Uint8Array; readonly recipients: readonly string[] };

/**
 * Rewrites the vault file of each backup in a folder that still holds keys of what was erased, and removes the old
 * file. A backup that another run removes or rewrites meanwhile is left as that run leaves it. Throws BackupRefused.
 */
export async function forgetInBackups(archive: Archive, keys: Keys): Promise<Rewritten[]> {
  const { folder } = archive;
  const found = await readManifests(folder);
  if (found.length === 0) throw new BackupRefused(`There is no backup in ${folder}.`);
  for (const one of found) if ('fault' in one) throw new BackupRefused(`${one.fault} Remove it first.`);
  const erasuresFor = createErasureReader(archive, found);
  const rewritten: Rewritten[] = [];
  for (const one of backupsIn(found)) {
    try {
      const forgotten = await forgetInBackup(archive, one, erasuresFor, keys);
      if (forgotten !== undefined) rewritten.push({ name: one.name, forgotten });
    } catch (error) {
      if (await isUnchanged(folder, one)) throw error;
    }
  }
  return rewritten;
}

/** False if another run has removed a backup or rewritten its vault. */
async function isUnchanged(folder: string, { name, manifest }: Backup): Promise<boolean> {
  const now = await readManifest(folder, name);
  return now !== undefined && isDeepStrictEqual(now, { name, manifest });
}

/** Returns the keys that were removed; undefined if the backup holds none, or another run was faster. */
async function forgetInBackup(
  archive: Archive,
  backup: Backup,
  erasuresFor: ReturnType<typeof createErasureReader>,
  { masterKey, recipients }: Keys,
): Promise<ErasedKeys | undefined> {
  const { folder } = archive;
  const { name, manifest } = backup;
  const { file, master_key } = manifest.vault;
  const fault = await faultOf(folder, file);
  if (fault !== undefined) throw new BackupRefused(`${fault} Remove ${name} first.`);
  if (master_key !== nameOfKey(masterKey)) {
    throw new BackupRefused(`${name} needs the master key ${master_key}, not ${nameOfKey(masterKey)}.`);
  }
  if (file.name.endsWith('.age') && recipients.length === 0) {
    throw new BackupRefused(`${name} is encrypted. Set BACKUP_AGE_RECIPIENT, for which it is encrypted again.`);
  }
  const { tables, rows } = await openVault(archive, manifest);
  const erasures = await erasuresFor(manifest);
  const filter = createErasureFilter(tables, erasures, (...block) => remainingSecrets(masterKey, ...block));
  let count = 0;
  async function* lines() {
    yield JSON.stringify(tables);
    for await (const row of rows) {
      for (const remaining of filter.remaining(row)) {
        count += 1;
        yield toLine(remaining);
      }
    }
  }
  // In the same folder as the old file, under a name that no other run uses.
  const stem = `${name.replace(/^backup(.*)\.json$/, 'vault$1')}-${randomUUID().slice(0, 8)}`;
  const written = await writeLines(folder, stem, lines(), recipients);
  const { people, anecdotes, journals } = filter.erasedKeys;
  if (people.size + anecdotes.size + journals.size === 0 || !(await isUnchanged(folder, backup))) {
    await rm(join(folder, written.name));
    return undefined;
  }
  await writeManifest(folder, name, { ...manifest, vault: { ...manifest.vault, file: written, rows: count } });
  await rm(join(folder, file.name), { force: true });
  return filter.erasedKeys;
}
