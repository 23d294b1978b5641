import type { AccountId, EventId, Position } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { open, seal } from '@anecdotes/contracts/server/crypto/sealing';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** A stream folded up to `revision` (-1 for nothing yet), without the events up to position `emptiedAt`. */
export type FoldedState<State> = {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  /** The event at `revision`. */
  readonly eventId: EventId | undefined;
  /** The subject, and the anecdote key, under which its newest events are sealed. */
  readonly subject: AccountId | undefined;
  readonly keyId: string | undefined;
  readonly emptiedAt: Position;
  /** The revision of its newest known snapshot; -1 for none. */
  readonly savedAt: number;
};

/**
 * Folded states of long streams, so that a command on one costs the same whatever its length: the newest in memory, and
 * from time to time one as a snapshot in the vault. They are only copies; the events are the source of truth.
 */
export type StateCache = {
  /** The newest state that this process has seen. */
  cached(stream: string, version: number): FoldedState<unknown> | undefined;
  /** The snapshot of a stream, however old. */
  saved(stream: string, version: number): Promise<FoldedState<unknown> | undefined>;
  keep(stream: string, version: number, folded: FoldedState<unknown>): void;
  /** Deletes the states of a stream, in this process and in the vault. */
  forget(stream: string): Promise<void>;
  /** Calls `listener` with the error when a snapshot could not be saved. */
  onUnsaved(listener: (error: unknown) => void): void;
};

const MAX_BYTES = 32 * 1024 * 1024;
/** The states of an erased person stay in the memory of other processes no longer than this. */
const TTL_MS = 5 * 60 * 1000;
/** A new snapshot is saved after this many events; after a restart half as many are read on average. */
const SAVE_EVERY = 16;

type Row = {
  subject: AccountId;
  key_id: string | null;
  revision: number;
  position: bigint;
  event_id: EventId;
  emptied_at: bigint;
  state: string;
};

export function createStateCache(vault: pg.Pool, keys: EventKeys): StateCache {
  const cache = new LRUCache<string, FoldedState<unknown>>({
    maxSize: MAX_BYTES,
    ttl: TTL_MS,
    // Otherwise an expired state stays in memory until its room is needed.
    ttlAutopurge: true,
    sizeCalculation: ({ state }) => 2 * serialize(state).length + 500,
  });
  let notify: (error: unknown) => void = () => {};

  async function save(stream: string, version: number, folded: FoldedState<unknown>): Promise<void> {
    const { subject, keyId, revision, position, eventId, emptiedAt } = folded;
    if (subject === undefined) return;
    const [key] = await keys.getAll([{ subject, keyId }]);
    if (!(key instanceof Uint8Array)) return;
    await vault.query({
      name: 'save-state',
      text: `with async_commit as (select set_config('synchronous_commit', 'off', true))
             insert into vault.state_snapshot
               (stream, version, subject, key_id, revision, position, event_id, emptied_at, state)
             select $1, $2::int, $3::uuid, $4, $5::int, $6::bigint, $7::uuid, $8::bigint, $9 from async_commit
             on conflict (stream) do update set version = excluded.version, subject = excluded.subject,
               key_id = excluded.key_id, revision = excluded.revision, position = excluded.position,
               event_id = excluded.event_id, emptied_at = excluded.emptied_at, state = excluded.state`,
      values: [
        ...[stream, version, subject, keyId ?? null, revision, position, eventId, emptiedAt],
        seal(key, context(stream, version, revision), serialize(folded.state)),
      ],
    });
  }

  return {
    cached: (stream, version) => cache.get(nameOf(stream, version)),

    async saved(stream, version) {
      const { rows } = await vault.query<Row>({
        name: 'saved-state',
        text: `select subject, key_id, revision, position, event_id, emptied_at, state from vault.state_snapshot
               where stream = $1 and version = $2`,
        values: [stream, version],
      });
      const [row] = rows;
      if (row === undefined) return undefined;
      const { subject, revision, position } = row;
      const keyId = row.key_id ?? undefined;
      const [key] = await keys.getAll([{ subject, keyId }]);
      if (!(key instanceof Uint8Array)) return undefined;
      const state = deserialize(open(key, context(stream, version, revision), row.state));
      const reached = { revision, position, eventId: row.event_id, emptiedAt: row.emptied_at };
      return { state, ...reached, subject, keyId, savedAt: revision };
    },

    keep(stream, version, folded) {
      const name = nameOf(stream, version);
      const known = cache.get(name);
      if (known && known.revision >= folded.revision && known.emptiedAt === folded.emptiedAt) return;
      const savedAt = Math.max(folded.savedAt, known?.savedAt ?? -1);
      const isDue = folded.revision - savedAt >= SAVE_EVERY;
      cache.set(name, { ...folded, savedAt: isDue ? folded.revision : savedAt });
      if (isDue) save(stream, version, folded).catch((error: unknown) => notify(error));
    },

    async forget(stream) {
      for (const name of cache.keys()) if (name.endsWith(` ${stream}`)) cache.delete(name);
      await vault.query('delete from vault.state_snapshot where stream = $1', [stream]);
    },

    onUnsaved(listener) {
      notify = listener;
    },
  };
}

function nameOf(stream: string, version: number): string {
  return `${version} ${stream}`;
}

function context(stream: string, version: number, revision: number): string {
  return `state\n${stream}\n${version}\n${revision}`;
}

/** States are JSON, except for their sets. */
function serialize(state: unknown): string {
  return JSON.stringify(state, (_, value) => (value instanceof Set ? { [SET]: [...value] } : value));
}

function deserialize(text: string): unknown {
  return JSON.parse(text, (_, value) => (Array.isArray(value?.[SET]) ? new Set(value[SET]) : value));
}

const SET = '\u0000set';
