import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Checkpoint, openCheckpoint } from '@anecdotes/contracts/server/transparency/checkpoint';
import { entryOfContent } from '@anecdotes/contracts/server/transparency/event-entry';
import { createGrowingTiles, type FilledTile } from '@anecdotes/contracts/server/transparency/growing-tiles';
import { createGrowingTree, HASH_BYTES, leafHash } from '@anecdotes/contracts/server/transparency/merkle-tree';
import {
  NoteRefused,
  type VerifierKey,
  verifierKeyOf,
  verifierKeyText,
} from '@anecdotes/contracts/server/transparency/signed-note';
import { TILE_WIDTH, tilePath } from '@anecdotes/contracts/server/transparency/tiles';
import { exportFiles } from './export-log.ts';

/** What an export holds, and the first difference: a file, and the number of the event in it (from 1). */
export type ExportCheck = {
  readonly isSound: boolean;
  readonly events: number;
  readonly checkpoint: { readonly origin: string; readonly size: number } | null;
  readonly difference: { readonly file: string; readonly event: number | null; readonly what: string } | null;
};

/** Checks the export in `folder` by its files alone, with the verifier key `key` or else the one that it holds. */
export async function checkExport(folder: string, key?: VerifierKey): Promise<ExportCheck> {
  const { events, checkpoint, key: keyFile } = exportFiles;
  const trusted = key ?? (await keyIn(join(folder, keyFile)));
  if (trusted === undefined) return faultyFile(keyFile, 'It is not the key of a log.');
  const signed = await checkpointIn(join(folder, checkpoint), trusted);
  if (typeof signed === 'string') return faultyFile(checkpoint, signed);

  const tree = createGrowingTree();
  const tiles = createGrowingTiles();
  const computed = new Map<string, Uint8Array>();
  const keep = (some: readonly FilledTile[]) => {
    for (const { level, index, hashes } of some) {
      computed.set(tilePath({ level, index, width: hashes.length / HASH_BYTES }), hashes);
    }
  };
  const lines = await eachLine(join(folder, events), (line) => {
    const entry = entryOfContent(line);
    tree.add(leafHash(entry));
    keep(tiles.add(entry));
  });
  keep(tiles.partial());
  const about = { events: tree.size, checkpoint: { origin: signed.origin, size: signed.size } };
  const isLog = lines === 'whole' && tree.size === signed.size && Buffer.compare(tree.root(), signed.root) === 0;
  const difference = isLog
    ? await differenceOfTiles(folder, computed)
    : await differenceOfEvents(folder, computed, signed, lines);
  return { ...about, isSound: difference === null, difference };
}

function faultyFile(file: string, what: string): ExportCheck {
  return { isSound: false, events: 0, checkpoint: null, difference: { file, event: null, what } };
}

async function keyIn(file: string): Promise<VerifierKey | undefined> {
  const text = await readFile(file, 'utf8');
  const key = verifierKeyOf(text.slice(0, -1));
  return key !== undefined && `${verifierKeyText(key)}\n` === text ? key : undefined;
}

/** The checkpoint, or what is wrong with it. */
async function checkpointIn(file: string, key: VerifierKey): Promise<Checkpoint | string> {
  try {
    return openCheckpoint(await readFile(file), [key]);
  } catch (error) {
    if (error instanceof NoteRefused) return error.message;
    throw error;
  }
}

/** Calls `onLine` with the bytes of each line of `file`, without the line end. */
async function eachLine(file: string, onLine: (line: Uint8Array) => void): Promise<'whole' | 'cut off'> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END)) {
      onLine(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  if (rest.length > 0) onLine(rest);
  return rest.length > 0 ? 'cut off' : 'whole';
}

const LINE_END = 0x0a;

/** For events that match the checkpoint: the first tile that does not match their tree. */
async function differenceOfTiles(
  folder: string,
  computed: ReadonlyMap<string, Uint8Array>,
): Promise<ExportCheck['difference']> {
  const files = await readdir(join(folder, 'tile'), { recursive: true, withFileTypes: true }).catch(() => []);
  const named = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
  const unknown = named.find((file) => !computed.has(file));
  if (unknown !== undefined) return { file: unknown, event: null, what: 'The tree has no such tile.' };
  for (const [file, hashes] of computed) {
    const stored = await readFile(join(folder, file)).catch(() => undefined);
    if (stored !== undefined && Buffer.compare(stored, hashes) === 0) continue;
    return { file, event: null, what: 'The tile does not match the events.' };
  }
  return null;
}

/** For events that do not match the checkpoint: the first one whose leaf differs from that in the tiles. */
async function differenceOfEvents(
  folder: string,
  computed: ReadonlyMap<string, Uint8Array>,
  signed: Checkpoint,
  lines: 'whole' | 'cut off',
): Promise<ExportCheck['difference']> {
  const known = createGrowingTree();
  let event: number | null = null;
  for (let index = 0; index * TILE_WIDTH < signed.size; index += 1) {
    const width = Math.min(TILE_WIDTH, signed.size - index * TILE_WIDTH);
    const path = tilePath({ level: 0, index, width });
    const stored = await readFile(join(folder, path)).catch(() => Buffer.alloc(0));
    const found = computed.get(path) ?? leavesOf(computed, index);
    for (let at = 0; at < width; at += 1) {
      const leaf = stored.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
      known.add(leaf);
      if (event === null && Buffer.compare(leaf, found.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)) !== 0) {
        event = index * TILE_WIDTH + at + 1;
      }
    }
  }
  const file = exportFiles.events;
  if (Buffer.compare(known.root(), signed.root) !== 0) {
    return { file, event: null, what: 'Neither the events nor the tiles match the checkpoint.' };
  }
  if (event !== null) return { file, event, what: 'The event differs from its leaf in the tiles.' };
  const what = lines === 'whole' ? 'It holds more events than the checkpoint.' : 'Its last line is incomplete.';
  return { file, event: signed.size, what };
}

/** The computed leaves of tile `index` when its width differs from that in the tree of the checkpoint. */
function leavesOf(computed: ReadonlyMap<string, Uint8Array>, index: number): Uint8Array {
  const full = tilePath({ level: 0, index, width: TILE_WIDTH });
  const found = [...computed].find(([path]) => path === full || path.startsWith(`${full}.p/`));
  return found?.[1] ?? Buffer.alloc(0);
}

export function describeCheck({ events, checkpoint, difference }: ExportCheck): string {
  if (difference !== null) {
    const { file, event, what } = difference;
    return `${file}${event === null ? '' : `, event ${event}`} DIFFERS: ${what}`;
  }
  return `${events} events, which match the checkpoint of ${checkpoint?.origin}.`;
}
