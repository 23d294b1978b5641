import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { undefinedFor } from '@anecdotes/contracts/server/undefined-for';
import { type Backup, backupsIn, filesOf, readManifests } from './manifest.ts';
import { UNFINISHED } from './write-whole.ts';

/** How many backups are kept at most, and for how many days at most. */
export type Keeping = { readonly count: number; readonly days: number };

const DAY_MS = 86_400_000;
const DATA_FILE = /^(?:log|vault|erasures)-[\w.-]+\.ndjson\.gz(?:\.age)?$/;

/**
 * Removes backups of the same log as `newest`, which is complete, that are too many or too old, and files that no
 * backup names. Returns how many backups were removed.
 */
export async function removeOld(folder: string, newest: Backup, { count, days }: Keeping, now: Date): Promise<number> {
  const isOurs = ({ manifest }: Backup) => manifest.log.first_event === newest.manifest.log.first_event;
  const older = backupsIn(await readManifests(folder)).filter((one) => isOurs(one) && one.name < newest.name);
  const oldest = now.getTime() - days * DAY_MS;
  const removed = older.filter(
    ({ manifest }, index) => older.length - index >= count || Date.parse(manifest.taken_at) < oldest,
  );
  // The manifest is removed first, so that an interruption leaves no incomplete backup.
  for (const { name } of removed) await rm(join(folder, name), { force: true });
  await removeUnnamed(
    folder,
    new Set(removed.flatMap(({ manifest }) => filesOf(manifest).map(({ name }) => name))),
    now,
  );
  return removed.length;
}

/** Removes files that no backup names: `released` ones at once, others after a day, when they are no longer written. */
async function removeUnnamed(folder: string, released: ReadonlySet<string>, now: Date): Promise<void> {
  const found = await readManifests(folder);
  // An unreadable manifest may name any data file, so then none is removed.
  const isKnown = found.every((one) => 'manifest' in one);
  const named = new Set(backupsIn(found).flatMap(({ manifest }) => filesOf(manifest).map(({ name }) => name)));
  for (const name of await readdir(folder)) {
    const isUnnamed = name.endsWith(UNFINISHED) || (isKnown && DATA_FILE.test(name) && !named.has(name));
    if (!isUnnamed) continue;
    const file = await stat(join(folder, name)).catch(undefinedFor('ENOENT'));
    if (file === undefined) continue;
    const isOld = released.has(name) || now.getTime() - file.mtimeMs > DAY_MS;
    if (isOld) await rm(join(folder, name), { force: true });
  }
}
