import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '@anecdotes/contracts/server/make-folder';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type { CheckpointKeys } from '@anecdotes/contracts/server/transparency/checkpoint-keys';
import { contentOf, entryOfContent } from '@anecdotes/contracts/server/transparency/event-entry';
import { createGrowingTiles, type FilledTile } from '@anecdotes/contracts/server/transparency/growing-tiles';
import { createGrowingTree, HASH_BYTES, leafHash, rootOf } from '@anecdotes/contracts/server/transparency/merkle-tree';
import { verifierKeyText } from '@anecdotes/contracts/server/transparency/signed-note';
import { tilePath } from '@anecdotes/contracts/server/transparency/tiles';
import { signTree } from '@anecdotes/projection-service/transparency/checkpoints';
import { growTree } from '@anecdotes/projection-service/transparency/grow-tree';
import { LogNotContinued } from '@anecdotes/projection-service/transparency/log-not-continued';
import { storedSubtrees } from '@anecdotes/projection-service/transparency/tree-store';
import type { AuditedSystem } from '../audit/system.ts';
import { accessing } from '../shared/command-line.ts';
import { eventsOf } from '../shared/events-of.ts';
import type { Progress } from '../shared/progress.ts';

/** The files of an export; beside them are the tiles of its tree. */
export const exportFiles = { events: 'events.ndjson', checkpoint: 'checkpoint', key: 'log.key' } as const;

/**
 * Writes the whole log into the empty folder `out`: the content of one event per line, with sealed data as it is
 * stored; the tiles of its tree, named as in tlog-tiles; its checkpoint and the key that verifies it. Returns the
 * number of events. Throws LogNotContinued, and ConfigurationError for a folder that is not empty. If it fails while it
 * writes, it removes what it has written.
 */
export async function exportLog(
  system: Pick<AuditedSystem, 'pool' | 'source'>,
  keys: CheckpointKeys,
  out: string,
  progress: Progress,
): Promise<number> {
  const present = await accessing('Cannot write the export', async () => {
    await makeFolder(out);
    return readdir(out);
  });
  if (present.length > 0) throw new ConfigurationError(`${out} is not empty. Choose another folder.`);
  try {
    return await writeExport(system, keys, out, progress);
  } catch (error) {
    // The error to report is the one that ended the export, not one of cleaning up.
    await emptyFolder(out).catch(() => {});
    throw error;
  }
}

async function writeExport(
  { pool, source }: Pick<AuditedSystem, 'pool' | 'source'>,
  keys: CheckpointKeys,
  out: string,
  progress: Progress,
): Promise<number> {
  const stored = await growTree({ pool, source });
  const checkpoint = await signTree({ pool, keys }, stored);

  const tree = createGrowingTree();
  const tiles = createGrowingTiles();
  async function* lines() {
    for await (const event of eventsOf(source, stored.position)) {
      const content = contentOf(event);
      const entry = entryOfContent(content);
      yield `${content}\n`;
      tree.add(leafHash(entry));
      await writeTiles(out, tiles.add(entry));
      progress.step('Exporting', event.position, stored.position);
    }
  }
  await pipeline(lines, createWriteStream(join(out, exportFiles.events)));
  await writeTiles(out, tiles.partial());
  if (Buffer.compare(tree.root(), await rootOf(stored.size, storedSubtrees(pool))) !== 0) {
    throw new LogNotContinued('The log and its tree do not belong together. Run npm run audit -- verify.');
  }
  await writeFile(join(out, exportFiles.checkpoint), checkpoint);
  await writeFile(join(out, exportFiles.key), `${verifierKeyText(keys.signer.verifier)}\n`);
  return tree.size;
}

async function writeTiles(out: string, tiles: readonly FilledTile[]): Promise<void> {
  for (const { level, index, hashes } of tiles) {
    const file = join(out, tilePath({ level, index, width: hashes.length / HASH_BYTES }));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, hashes);
  }
}

/** Removes what is in `folder`, but not the folder itself, which may be a mount point. */
async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}
