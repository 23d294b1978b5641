import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AccountId } from '../../ids.ts';
import { anecdoteKeyOf, partsOf, secretOf } from './anecdote-key.ts';
import { open, seal } from './sealing.ts';

/** Thrown for a subject or an anecdote that never had a key in this vault. */
export class MissingKey extends Error {
  override name = 'MissingKey';
}

/** The keys of people; destroying the key of a person erases their data. */
export type SubjectKeys = {
  /** The key of `subject` (32 bytes), `'destroyed'` after an erasure. Throws MissingKey. */
  get(subject: AccountId): Promise<Uint8Array | 'destroyed'>;
  /** Creates the key of `subject` unless it has one. */
  create(subject: AccountId): Promise<void>;
  /** Drops what is cached of a subject or of a block of anecdote secrets, after an erasure. */
  forget(id: string): void;
};

/** The key that an event is sealed under: that of its subject or, with `keyId`, that of an anecdote of the subject. */
type KeyReference = { readonly subject: AccountId; readonly keyId?: string | undefined };

/** The keys that seal events. */
export type EventKeys = SubjectKeys & {
  /** The key (32 bytes) of each of `references`, in their order, found with one query, or two if one is missing. */
  getAll(references: readonly KeyReference[]): Promise<(Uint8Array | 'destroyed' | MissingKey)[]>;
};

/** How long a key that another process destroyed may still be used here, in milliseconds. */
export const KEY_CACHE_MS = 5_000;
const MAX_CACHED = 20_000;
/** More keys than commands use before the projector of this process has opened their events. */
const MAX_DERIVED = 4_096;

/**
 * What the vault holds under the id of a subject or a block: its secret or, once that was destroyed, the anecdote
 * secrets that were kept of the block, by number.
 */
type VaultEntry = { readonly secret: Uint8Array } | { readonly kept: Map<number, Uint8Array> };
/** The key of an anecdote of a block, and the two secrets that it was derived from. */
type DerivedKey = { readonly person: Uint8Array; readonly block: Uint8Array; readonly key: Uint8Array };
type Row = { id: string; number: number | null; wrapped: string | null };

/** Keys in schema `vault`, each wrapped by `masterKey` (32 bytes) and bound to its id. */
export function createEventKeys(pool: pg.Pool, masterKey: Uint8Array): EventKeys {
  const cache = new LRUCache<string, VaultEntry>({ max: MAX_CACHED, ttl: KEY_CACHE_MS });
  /** Derived keys of anecdotes whose block was not destroyed, by key id. */
  const derived = new LRUCache<string, DerivedKey>({ max: MAX_DERIVED });
  /** Running queries, by the ids that they ask for; replaced after an erasure, which they may not have seen. */
  let asking = new Map<string, Promise<ReadonlyMap<string, VaultEntry>>>();

  async function query(
    subjects: readonly string[],
    blocks: readonly string[],
  ): Promise<ReadonlyMap<string, VaultEntry>> {
    const { rows } = await pool.query<Row>({
      name: 'event-keys',
      text: `select subject as id, null::int as number, wrapped from vault.subject_key where subject = any($1::uuid[])
             union all
             select id, null, wrapped from vault.anecdote_key_block where id = any($2::uuid[])
             union all
             select block, number, wrapped from vault.anecdote_secret where block = any($2::uuid[])`,
      values: [subjects, blocks],
    });
    return vaultEntriesOf(rows, masterKey);
  }

  /** What the vault holds under the given ids; ids that are not cached or being queried are read with one query. */
  async function find(subjects: readonly string[], blocks: readonly string[]): Promise<Map<string, VaultEntry>> {
    const found = new Map<string, VaultEntry>();
    const isUnknown = (id: string) => {
      const cached = cache.get(id);
      if (cached !== undefined) found.set(id, cached);
      return cached === undefined;
    };
    const unknown = { subjects: subjects.filter(isUnknown), blocks: blocks.filter(isUnknown) };
    const ids = [...unknown.subjects, ...unknown.blocks];
    const isUnasked = (id: string) => !asking.has(id);
    const unasked = ids.filter(isUnasked);
    if (unasked.length > 0) {
      const running = asking;
      const answer = query(unknown.subjects.filter(isUnasked), unknown.blocks.filter(isUnasked))
        .then((entries) => {
          if (running === asking) for (const [id, value] of entries) cache.set(id, value);
          return entries;
        })
        .finally(() => {
          for (const id of unasked) running.delete(id);
        });
      for (const id of unasked) running.set(id, answer);
    }
    const answers = await Promise.all(ids.map((id) => asking.get(id)));
    for (const [index, id] of ids.entries()) {
      const entry = answers[index]?.get(id);
      if (entry !== undefined) found.set(id, entry);
    }
    return found;
  }

  async function getAll(references: readonly KeyReference[]): Promise<(Uint8Array | 'destroyed' | MissingKey)[]> {
    const subjects = new Set(references.map(({ subject }) => subject));
    const blocks = new Set(references.flatMap(({ keyId }) => (keyId === undefined ? [] : [partsOf(keyId).block])));
    const found = await find([...subjects], [...blocks]);
    const keys = references.map((reference) => keyOf(reference, found, derived));
    if (!keys.some((key) => key instanceof MissingKey)) return keys;
    // Another process may have erased a person whose secret is still cached here; it deletes the blocks as well.
    for (const subject of subjects) cache.delete(subject);
    const now = await query([...subjects], [...blocks]);
    return keys.map((key, index) =>
      key instanceof MissingKey ? keyOf(references[index] as KeyReference, now, derived) : key,
    );
  }

  return {
    getAll,

    async get(subject) {
      const [key] = await getAll([{ subject }]);
      if (key === undefined || key instanceof MissingKey) throw key;
      return key;
    },

    async create(subject) {
      const wrapped = wrap(masterKey, subject, randomBytes(32));
      await pool.query('insert into vault.subject_key (subject, wrapped) values ($1, $2) on conflict do nothing', [
        subject,
        wrapped,
      ]);
    },

    forget(id) {
      cache.delete(id);
      asking = new Map();
      derived.clear();
    },
  };
}

function keyOf(
  { subject, keyId }: KeyReference,
  found: ReadonlyMap<string, VaultEntry>,
  derived: LRUCache<string, DerivedKey>,
): Uint8Array | 'destroyed' | MissingKey {
  const person = found.get(subject);
  if (person === undefined) return new MissingKey(`no key for subject ${subject}`);
  if (!('secret' in person)) return 'destroyed';
  if (keyId === undefined) return person.secret;
  const { block: id, number } = partsOf(keyId);
  const block = found.get(id);
  if (block === undefined) return new MissingKey(`no secret for anecdote key ${keyId}`);
  if ('kept' in block) {
    const secret = block.kept.get(number);
    return secret === undefined ? 'destroyed' : anecdoteKeyOf(person.secret, secret);
  }
  // Cached, because the projector of this process opens an event soon after a command has sealed it.
  const known = derived.get(keyId);
  if (known?.person === person.secret && known.block === block.secret) return known.key;
  const key = anecdoteKeyOf(person.secret, secretOf(block.secret, number));
  derived.set(keyId, { person: person.secret, block: block.secret, key });
  return key;
}

function vaultEntriesOf(rows: readonly Row[], masterKey: Uint8Array): Map<string, VaultEntry> {
  const entries = new Map<string, VaultEntry>();
  for (const { id, number, wrapped } of rows) {
    if (number !== null) continue;
    const secret = wrapped === null ? undefined : unwrap(masterKey, id, wrapped);
    entries.set(id, secret === undefined ? { kept: new Map() } : { secret });
  }
  for (const { id, number, wrapped } of rows) {
    const block = entries.get(id);
    if (number === null || wrapped === null || block === undefined || 'secret' in block) continue;
    block.kept.set(number, unwrap(masterKey, id, wrapped, number));
  }
  return entries;
}

/** Wraps a secret for the vault, bound to its id: that of subject or block `id`, or of anecdote `number` of a block. */
export function wrap(masterKey: Uint8Array, id: string, secret: Uint8Array, number?: number): string {
  return seal(masterKey, context(id, number), Buffer.from(secret).toString('base64url'));
}

/** Returns the secret that `wrap` was given. Throws if that had another id, number or master key. */
export function unwrap(masterKey: Uint8Array, id: string, wrapped: string, number?: number): Uint8Array {
  // A copy: a small Buffer is a slice of a large one, which would stay in memory as long as the secret is cached.
  return Uint8Array.from(Buffer.from(open(masterKey, context(id, number), wrapped), 'base64url'));
}

/** `subject-key` is also used for blocks, which were added later; no block has the id of a subject. */
function context(id: string, number?: number): string {
  return number === undefined ? `subject-key\n${id}` : `anecdote-secret\n${id}.${number}`;
}
