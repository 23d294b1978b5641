import { hash } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Positions } from '../positions.ts';
import type { Versions } from '../versions.ts';
import type { HitCount } from './count.ts';
import type { AnecdoteFilter } from './parameters.ts';

/** About 250 bytes each. */
const MAX_KEPT = 4_000;

/** The totals of filtered lists, kept in memory until the journal changes in which they were counted. */
export type KeptTotals = {
  /**
   * The totals of the journal of `owner` as it is now. Everything that a list is made of must be read after this call.
   */
  of(owner: AccountId): JournalTotals;
};

export type JournalTotals = {
  /** What a statement must select as its `snapshot`: the generation and the position of the views that it sees. */
  readonly snapshot: RawBuilder<unknown>;
  /**
   * Returns what `read` reads of a list with `filter`; `read` receives the total if it is known. It is called again, to
   * count, if the journal changed before the statement saw it.
   */
  keep<Part extends { readonly count: HitCount; readonly snapshot: string }>(
    filter: AnecdoteFilter,
    read: (known: HitCount | undefined) => Promise<Part>,
  ): Promise<Part>;
};

type Kept = { readonly count: HitCount; readonly version: string; readonly generation: string };

/** Totals of the live views that `positions` follows; the version of an account changes with its journal. */
export function keepTotals(
  positions: Pick<Positions, 'current'>,
  { versionOf }: Pick<Versions, 'versionOf'>,
  max = MAX_KEPT,
): KeptTotals {
  const totals = new LRUCache<string, Kept>({ max });
  return {
    of(owner) {
      const version = versionOf(owner);
      /**
       * True if the journal has not changed up to `position`; a position that is not known here yet may have changed
       * it.
       */
      const isUnchangedUpTo = (position = '-1') =>
        BigInt(position) <= positions.current() && versionOf(owner) === version;
      return {
        snapshot: sql`(select id || ' ' || position from projection.generation where state = 'live')`,
        async keep(filter, read) {
          const key = hash('sha256', textOf(owner, filter), 'base64');
          const known = totals.get(key);
          if (known?.version === version) {
            const part = await read(known.count);
            const [generation, position] = part.snapshot.split(' ');
            if (generation === known.generation && isUnchangedUpTo(position)) return part;
          }
          const part = await read(undefined);
          const [generation = '', position] = part.snapshot.split(' ');
          if (isUnchangedUpTo(position)) totals.set(key, { count: part.count, version, generation });
          return part;
        },
      };
    },
  };
}

/** Everything that a total depends on; of a search what was asked, not what is known about its words. */
function textOf(owner: AccountId, { search, ...narrowed }: AnecdoteFilter): string {
  const { query, timeZone, fields } = search;
  return JSON.stringify([owner, query, timeZone, [...fields].sort(), narrowed]);
}
