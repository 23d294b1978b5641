import { isDeepStrictEqual } from 'node:util';
import type { Position } from '@anecdotes/contracts';
import { partsOf } from '@anecdotes/contracts/server/crypto/anecdote-key';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type { Progress } from '../shared/progress.ts';
import type { Erasures } from './erasures.ts';
import { createErasureFilter, type ErasedKeys } from './forget-erased.ts';
import { type DataFile, faultOf } from './lines.ts';
import { type Backup, filesOf, type Manifest, readManifest, readManifests, type Segment } from './manifest.ts';
import { type Archive, createErasureReader, openVault, segmentEvents } from './read-backup.ts';
import { BackupRefused } from './refused.ts';
import { nameOfKey } from './take-backup.ts';

type ErasedCounts = { readonly people: number; readonly anecdotes: number; readonly journals: number };

/** What a restore of a backup would give back, or why it cannot be restored. */
export type BackupCheck = {
  readonly name: string;
  readonly takenAt: string | null;
  /** The position of its last event. */
  readonly position: string | null;
  readonly events: number;
  readonly accounts: number;
  /** The name of the master key that it needs (`nameOfKey`). */
  readonly masterKey: string | null;
  /** How many people and anecdotes erased since, and journals emptied since, it still holds keys of. */
  readonly erased: ErasedCounts;
  /** The first fault that was found; null when the backup can be restored. */
  readonly fault: string | null;
};

const NO_ERASED_KEYS: ErasedCounts = { people: 0, anecdotes: 0, journals: 0 };
const NOT_READ = {
  takenAt: null,
  position: null,
  events: 0,
  accounts: 0,
  masterKey: null,
  erased: NO_ERASED_KEYS,
} as const;

/**
 * Checks every backup of a folder completely, oldest first: every byte of its files, the hash chain and stream order of
 * its events, and that its vault holds their keys. `masterKey`, where it is known, must be the one that it needs.
 */
export async function checkBackups(
  archive: Archive,
  masterKey: Uint8Array | undefined,
  progress: Progress,
): Promise<BackupCheck[]> {
  const found = await readManifests(archive.folder);
  const readers = {
    compare: createComparer(archive.folder),
    readEvents: createEventReader(archive, progress),
    erasuresFor: createErasureReader(archive, found),
  };
  const checks: BackupCheck[] = [];
  for (const one of found) {
    if ('fault' in one) checks.push({ name: one.name, ...NOT_READ, fault: one.fault });
    else checks.push(...(await checkPresent(one, { ...readers, archive, masterKey })));
  }
  return checks;
}

type Reading = {
  readonly archive: Archive;
  readonly masterKey: Uint8Array | undefined;
  compare(file: DataFile): Promise<void>;
  readEvents(manifest: Manifest): Promise<EventsRead>;
  erasuresFor(manifest: Manifest): Promise<Erasures>;
};

/** The check of a backup: none if another run has removed it meanwhile, a new one if another run has rewritten it. */
async function checkPresent(backup: Backup, reading: Reading): Promise<BackupCheck[]> {
  const check = await checkOne(backup, reading);
  if (check.fault === null) return [check];
  const now = await readManifest(reading.archive.folder, backup.name);
  if (now === undefined) return [];
  return 'fault' in now || isDeepStrictEqual(now, backup) ? [check] : checkPresent(now, reading);
}

async function checkOne({ name, manifest }: Backup, reading: Reading): Promise<BackupCheck> {
  const { log, vault, taken_at: takenAt } = manifest;
  const about = { name, takenAt, position: log.position, masterKey: vault.master_key };
  try {
    if (reading.masterKey !== undefined && nameOfKey(reading.masterKey) !== vault.master_key) {
      throw new BackupRefused(`It needs the master key ${vault.master_key}, not ${nameOfKey(reading.masterKey)}.`);
    }
    for (const file of filesOf(manifest)) await reading.compare(file);
    const events = await reading.readEvents(manifest);
    const keys = await readKeys(reading, manifest);
    const keyless = firstWithoutKey(events, keys);
    if (keyless !== undefined) throw new BackupRefused(`The vault has no key for the event at position ${keyless}.`);
    return { ...about, events: events.count, accounts: keys.accounts, erased: countsOf(keys.erased), fault: null };
  } catch (error) {
    // A stop of the program, or a wrong setting, is no fault of the backup.
    if ((error as Error).name === 'AbortError' || error instanceof ConfigurationError) throw error;
    const fault = error instanceof BackupRefused ? error.message : `It cannot be read: ${(error as Error).message}`;
    return { ...NOT_READ, ...about, fault };
  }
}

function countsOf({ people, anecdotes, journals }: ErasedKeys): ErasedCounts {
  return { people: people.size, anecdotes: anecdotes.size, journals: journals.size };
}

/** Compares each file once, however many backups share it. */
function createComparer(folder: string): (file: DataFile) => Promise<void> {
  const faults = new Map<string, string | undefined>();
  return async (file) => {
    const key = `${file.name} ${file.sha256}`;
    if (!faults.has(key)) faults.set(key, await faultOf(folder, file));
    const fault = faults.get(key);
    if (fault !== undefined) throw new BackupRefused(fault);
  };
}

/** The events of a backup: their number, and the position of the first one that needs the key of a person or block. */
type EventsRead = {
  readonly segments: readonly Segment[];
  readonly revisions: Map<string, number>;
  readonly people: Map<string, Position>;
  /** By block, with the person whose anecdotes it seals. */
  readonly blocks: Map<string, { readonly position: Position; readonly person: string }>;
  count: number;
};

/** Reads each segment only once, as long as each backup has all segments of the one before it. */
function createEventReader(archive: Archive, progress: Progress): (manifest: Manifest) => Promise<EventsRead> {
  let read: EventsRead | undefined;
  return async ({ log }) => {
    const goesOn = read?.segments.every(({ file }, index) => log.segments[index]?.file.sha256 === file.sha256);
    const before = goesOn ? read : undefined;
    // If reading fails, the next backup is read from its first segment.
    read = undefined;
    const known = before ?? { segments: [], revisions: new Map(), people: new Map(), blocks: new Map(), count: 0 };
    for (const [index, segment] of log.segments.entries()) {
      if (index < known.segments.length) continue;
      const chain = Buffer.from(log.segments[index - 1]?.chain ?? '', 'hex');
      for await (const event of segmentEvents(archive, segment, chain)) {
        addEvent(event, known, segment);
        progress.step('Events', event.position, BigInt(log.position));
      }
    }
    read = { ...known, segments: log.segments };
    return read;
  };
}

type ReadEvent = Awaited<ReturnType<ReturnType<typeof segmentEvents>['next']>>['value'] & object;

function addEvent(
  { stream, revision, position, data, metadata }: ReadEvent,
  read: EventsRead,
  { file }: Segment,
): void {
  read.count += 1;
  if (revision !== (read.revisions.get(stream) ?? -1) + 1) {
    throw new BackupRefused(`${file.name}: the event at position ${position} is not the next one of its stream.`);
  }
  read.revisions.set(stream, revision);
  const { subject, key_id: keyId } = metadata;
  if (subject === null || data.sealed === undefined) return;
  if (!read.people.has(subject)) read.people.set(subject, position);
  if (keyId === undefined) return;
  const { block } = partsOf(keyId);
  if (!read.blocks.has(block)) read.blocks.set(block, { position, person: subject });
}

type KeysRead = {
  /** Everybody who has or had a key: true while it exists, false once it is destroyed. */
  readonly people: Map<string, boolean>;
  readonly blocks: Set<string>;
  readonly accounts: number;
  readonly erased: ErasedKeys;
};

async function readKeys({ archive, erasuresFor }: Reading, manifest: Manifest): Promise<KeysRead> {
  const erasures = await erasuresFor(manifest);
  const { tables, rows } = await openVault(archive, manifest);
  const filter = createErasureFilter(tables, erasures, () => []);
  const people = new Map<string, boolean>();
  const blocks = new Set<string>();
  let accounts = 0;
  for await (const stored of rows) {
    filter.remaining(stored);
    if (stored.table === 'credential') accounts += 1;
    if (stored.table === 'subject_key' || stored.table === 'anecdote_key_block') {
      const row = JSON.parse(stored.row) as { [column: string]: unknown };
      if (stored.table === 'subject_key') people.set(String(row.subject), row.wrapped !== null);
      else blocks.add(String(row.id));
    }
  }
  return { people, blocks, accounts, erased: filter.erasedKeys };
}

/** The position of the first event whose key is missing. Destroyed keys of erased people do not count. */
function firstWithoutKey(events: EventsRead, keys: KeysRead): Position | undefined {
  let first: Position | undefined;
  const report = (position: Position) => {
    if (first === undefined || position < first) first = position;
  };
  for (const [person, position] of events.people) if (!keys.people.has(person)) report(position);
  for (const [block, { position, person }] of events.blocks) {
    if (keys.people.get(person) && !keys.blocks.has(block)) report(position);
  }
  return first;
}

/** The results as text for the terminal. */
export function describeChecks(checks: readonly BackupCheck[]): string {
  const lines = checks.map(({ name, takenAt, position, events, accounts, fault, masterKey, erased }) => {
    if (fault !== null) return `${name}  CANNOT BE RESTORED: ${fault}`;
    const gives = `${takenAt}  position ${position}, ${events} events, ${accounts} accounts, master key ${masterKey}`;
    const { people, anecdotes, journals } = erased;
    const keys = `people ${people}, anecdotes ${anecdotes}, emptied journals of the guest ${journals}`;
    return `${name}  ${gives}${people + anecdotes + journals > 0 ? `\n  HOLDS KEYS of erased data: ${keys}` : ''}`;
  });
  const whole = checks.findLast(({ fault }) => fault === null);
  lines.push(
    whole === undefined
      ? 'NO BACKUP HERE CAN BE RESTORED.'
      : `A restore would bring back everything up to position ${whole.position}.`,
  );
  if (checks.some(holdsErased))
    lines.push('npm run backup -- --forget FOLDER rewrites these backups without the keys of erased data.');
  return lines.join('\n');
}

/**
 * True for a backup with keys of erased people or anecdotes. The guest's journal does not count: it is emptied daily.
 */
export function holdsErased({ erased: { people, anecdotes } }: BackupCheck): boolean {
  return people + anecdotes > 0;
}
