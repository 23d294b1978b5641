import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { remainingSecrets } from '@anecdotes/command-service/vault/anecdote-keys';
import { createErasureFilter, type ErasedKeys } from './forget-erased.ts';
import { faultOf, writeLines } from './lines.ts';
import { backupsIn, readManifest, readManifests, writeManifest } from './manifest.ts';
import { type Archive, createErasureReader, openVault } from './read-backup.ts';
import { BackupRefused } from './refused.ts';
import { nameOfKey } from './take-backup.ts';
import { toLine } from './vault-rows.ts';

/** A rewritten backup, and the erased keys that were removed from it. */
export type Rewritten = { readonly name: string; readonly forgotten: ErasedKeys };

/**
 * Rewrites the vault file of each backup in a folder that still holds keys of what was erased, and removes the old
 * file. A backup that another run removes meanwhile, because it is too old, stays removed. Throws BackupRefused.
 */
export async function forgetInBackups(
  archive: Archive,
  { masterKey, recipients }: { masterKey: Uint8Array; recipients: readonly string[] },
): Promise<Rewritten[]> {
  const { folder } = archive;
  const found = await readManifests(folder);
  if (found.length === 0) throw new BackupRefused(`There is no backup in ${folder}.`);
  for (const one of found) if ('fault' in one) throw new BackupRefused(`${one.fault} Remove it first.`);
  const erasuresFor = createErasureReader(archive, found);
  const rewritten: Rewritten[] = [];
  for (const { name, manifest } of backupsIn(found)) {
    const { file, master_key } = manifest.vault;
    const fault = await faultOf(folder, file);
    if ((await readManifest(folder, name)) === undefined) continue;
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
    // In the same folder as the old file, under another name.
    const stem = `${file.name.replace(/\.ndjson\..*$/, '')}-f`;
    const written = await writeLines(folder, stem, lines(), recipients);
    const { people, anecdotes, journals } = filter.erasedKeys;
    const isKept = (await readManifest(folder, name)) !== undefined;
    if (!isKept || people.size + anecdotes.size + journals.size === 0) {
      await rm(join(folder, written.name));
      continue;
    }
    await writeManifest(folder, name, { ...manifest, vault: { ...manifest.vault, file: written, rows: count } });
    await rm(join(folder, file.name), { force: true });
    rewritten.push({ name, forgotten: filter.erasedKeys });
  }
  return rewritten;
}
