import type { Position } from '@anecdotes/contracts';
import { digestOf, linkOf } from '../embedded/event-store-chain.ts';
import { addErasure, type Erasures, noErasures } from './erasures.ts';
import { type BackedUpEvent, toEvent } from './event-lines.ts';
import { collect, type DataFile, faultOf, NotDecrypted, readLines } from './lines.ts';
import { backupsIn, type Found, type Manifest, type Segment } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { toRow, type VaultRow } from './vault-rows.ts';
import type { Table } from './vault-tables.ts';

/** A folder of backups, and the private age keys that decrypt its files. */
export type Archive = { readonly folder: string; readonly identities: readonly string[] };

/** An event with the chain hash at its position; null where the log has no chain. */
export type ChainedEvent = BackedUpEvent & { readonly hash: Uint8Array | null };

/**
 * The events of a segment, in order; `chain` is the hash before its first one. Throws BackupRefused when they do not
 * match the manifest.
 */
export async function* segmentEvents(
  { folder, identities }: Archive,
  segment: Segment,
  chain: Uint8Array,
): AsyncGenerator<ChainedEvent, void, void> {
  const refuse = (why: string) => new BackupRefused(`${segment.file.name}: ${why}`);
  let [last, lastId, count, hash] = [BigInt(segment.after), '', 0, chain];
  for await (const line of readLines(folder, segment.file, identities)) {
    const event = toEvent(line);
    if (event.position <= last) throw refuse(`the event at position ${event.position} is out of order.`);
    [last, lastId, count] = [event.position, event.id, count + 1];
    if (segment.chain === null) yield { ...event, hash: null };
    else {
      const [data, metadata] = [JSON.stringify(event.data), JSON.stringify(event.metadata)];
      hash = linkOf(hash, digestOf({ ...event, data, metadata }));
      yield { ...event, hash };
    }
  }
  if (count !== segment.events || lastId !== segment.last_event) {
    throw refuse('the number of its events, or the last one, differs from the manifest.');
  }
  if (segment.chain !== null && Buffer.from(hash).toString('hex') !== segment.chain) {
    throw refuse('its events do not continue the hash chain of the log.');
  }
}

/** The events of a backup up to position `until`, in order. Throws BackupRefused. */
export async function* backedUpEvents(
  archive: Archive,
  { log }: Manifest,
  until: Position,
): AsyncGenerator<ChainedEvent, void, void> {
  let chain: Uint8Array = Buffer.alloc(0);
  for (const segment of log.segments) {
    for await (const event of segmentEvents(archive, segment, chain)) {
      if (event.position > until) return;
      yield event;
    }
    chain = Buffer.from(segment.chain ?? '', 'hex');
  }
}

/** The vault of a backup: its tables, parents first, and their rows. Throws BackupRefused. */
export async function openVault(
  { folder, identities }: Archive,
  { vault }: Manifest,
): Promise<{ tables: readonly Table[]; rows: AsyncIterable<VaultRow>; close(): Promise<unknown> }> {
  const lines = readLines(folder, vault.file, identities);
  const { value } = await lines.next();
  if (!value) throw new BackupRefused(`${vault.file.name} is empty.`);
  async function* rows() {
    for await (const line of lines) yield toRow(line);
  }
  return { tables: JSON.parse(value) as Table[], rows: rows(), close: () => lines.return() };
}

/**
 * Returns a function that reads all erasures that any of the backups `found` lists for the log of one of them,
 * `restored`. It throws BackupRefused for a list that cannot be read: a restore without it would bring erased data back.
 * A list of backups before `restored` alone is left out if it is encrypted for other keys: what it names was erased when
 * the vault of `restored` was written. Each list is read once.
 */
export function createErasureReader({ folder, identities }: Archive, found: readonly Found[]) {
  const lists = new Map<string, Promise<readonly string[]>>();
  const listOf = (file: DataFile, backup: string) => {
    const known = lists.get(file.name) ?? readList(file, backup);
    lists.set(file.name, known);
    return known;
  };
  async function readList(file: DataFile, backup: string): Promise<readonly string[]> {
    const fault = await faultOf(folder, file);
    if (fault !== undefined) {
      throw new BackupRefused(`${fault} It lists what was erased. To restore without it, remove ${backup}.`);
    }
    return collect(readLines(folder, file, identities));
  }

  return async (restored: Manifest): Promise<Erasures> => {
    const erasures = noErasures();
    const added = new Set<string>();
    let isEarlier = true;
    for (const { name, manifest } of backupsIn(found)) {
      const isLater = !isEarlier;
      if (manifest === restored) isEarlier = false;
      if (manifest.log.first_event !== restored.log.first_event) continue;
      for (const { file } of manifest.erasures) {
        if (added.has(file.name)) continue;
        try {
          for (const line of await listOf(file, name)) addErasure(erasures, line, isLater);
          added.add(file.name);
        } catch (error) {
          if (!(isEarlier && error instanceof NotDecrypted)) throw error;
        }
      }
    }
    return erasures;
  };
}
