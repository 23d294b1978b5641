import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsedJson } from '@anecdotes/contracts/server/parsed-json';
import { undefinedFor } from '@anecdotes/contracts/server/undefined-for';
import { z } from 'zod';
import { writeWhole } from './write-whole.ts';

/*
 * A folder of backups holds, for each backup, a manifest (`backup-<time>.json`) and the files that it names: segments
 * of the log, which later backups share, the vault as it was, and lists of what had been erased. A manifest is a line
 * of JSON and, on a second line, its SHA-256; it is written last. Numbers that may exceed JSON's exact range are
 * strings.
 */

const Digits = z.string().regex(/^\d{1,20}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const DataFile = z.strictObject({
  name: z.string().regex(/^[a-z0-9][\w.-]{0,200}$/i),
  bytes: z.int().nonnegative(),
  sha256: Sha256,
});

const Manifest = z.strictObject({
  format: z.literal('anecdotes-backup'),
  version: z.literal(1),
  taken_at: z.iso.datetime(),
  /** The public keys of age, sorted, that its log and erasure files are encrypted for; left out if they are not. */
  encrypted_for: z.array(z.string()).optional(),
  log: z.strictObject({
    kind: z.enum(['postgres', 'eventstoredb']),
    first_event: z.uuid(),
    position: Digits,
    events: z.int().nonnegative(),
    /** In the order of the log; each begins where the one before it ends. */
    segments: z.array(
      z.strictObject({
        file: DataFile,
        after: Digits,
        position: Digits,
        events: z.int().positive(),
        last_event: z.uuid(),
        /** The hash of the chain of the log at its last event; null for a log in EventStoreDB. */
        chain: Sha256.nullable(),
      }),
    ),
  }),
  vault: z.strictObject({
    file: DataFile,
    /** The last migration of its tables. */
    schema: z.string(),
    accounts: z.int().nonnegative(),
    rows: z.int().nonnegative(),
    /** Identifies the master key without revealing it. */
    master_key: z.string().regex(/^[0-9a-f]{16}$/),
  }),
  /** Lists of erasures, each up to a position. */
  erasures: z.array(z.strictObject({ file: DataFile, position: Digits })),
});

export type Manifest = z.infer<typeof Manifest>;
export type Segment = Manifest['log']['segments'][number];

/** A manifest in a folder, or what is wrong with it. */
export type Found = { readonly name: string } & ({ readonly manifest: Manifest } | { readonly fault: string });
/** A backup in a folder. */
export type Backup = { readonly name: string; readonly manifest: Manifest };

const NAME = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.json$/;

/**
 * The time stamp in the file names of a backup taken at `time`. Stamps sort in the order in which backups were taken:
 * if the clock was ahead when an earlier one was taken, this one follows it by a millisecond.
 */
export async function nextStamp(folder: string, time: Date): Promise<string> {
  const stamp = stampOf(time);
  const last = (await namesIn(folder)).at(-1);
  if (last === undefined || last < `backup-${stamp}.json`) return stamp;
  return stampOf(new Date(Date.parse(last.replace(NAME, '$1-$2-$3T$4:$5:$6.$7Z')) + 1));
}

function stampOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '');
}

/** Every file that `manifest` names. */
export function filesOf({ log, vault, erasures }: Manifest) {
  return [...log.segments.map(({ file }) => file), vault.file, ...erasures.map(({ file }) => file)];
}

export async function writeManifest(folder: string, name: string, manifest: Manifest): Promise<void> {
  await writeWhole(folder, name, (write) => write(Buffer.from(withDigest(JSON.stringify(manifest)))));
}

function withDigest(line: string): string {
  return `${line}\n${hash('sha256', line)}\n`;
}

/** The manifests in `folder`, oldest first; none where there is no such folder. */
export async function readManifests(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of await namesIn(folder)) {
    const one = await readManifest(folder, name);
    if (one !== undefined) found.push(one);
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(undefinedFor('ENOENT'));
  return (names ?? []).filter((one) => NAME.test(one)).sort();
}

/** The manifest `name`; undefined if there is none. */
export async function readManifest(folder: string, name: string): Promise<Found | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(undefinedFor('ENOENT'));
  if (text === undefined) return undefined;
  const [line = ''] = text.split('\n', 1);
  const { data: manifest } = Manifest.safeParse(parsedJson(line));
  if (manifest === undefined || withDigest(line) !== text) {
    return { name, fault: `${name} was changed, or written by a newer version.` };
  }
  return { name, manifest };
}

/** The backups among `found`. */
export function backupsIn(found: readonly Found[]): Backup[] {
  return found.filter((one) => 'manifest' in one);
}
