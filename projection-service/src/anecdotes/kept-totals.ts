import { hash } from 'node:crypto';
import type { AccountId } from '@anecdotes/contracts';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Positions } from '../positions.ts';
import type { Versions } from '../versions.ts';
import type { HitCount } from './count.ts';
import type { AnecdoteFilter } from './parameters.ts';

/** Some 250 bytes each. */
const MAX_KEPT = 4_000;

/** The totals of filtered lists, in memory for as long as the journal that they were counted in does not move. */
export type KeptTotals = {
  /** Those of the journal of `owner` as it is now. All that a list is made of is to be read after this. */
  of(owner: AccountId): JournalTotals;
};

export type JournalTotals = {
  /** What a statement tells as its `snapshot`: of which state of which views it is. */
  readonly snapshot: RawBuilder<unknown>;
  /**
   * What `read` reads of a list with `filter`, given its total where that is known. It is read again, and counted, when
   * the journal moved before the statement saw it.
   */
  keep<Part extends { readonly count: HitCount; readonly snapshot: string }>(
    filter: AnecdoteFilter,
    read: (known: HitCount | undefined) => Promise<Part>,
  ): Promise<Part>;
};

type Kept = { readonly count: HitCount; readonly version: string; readonly generation: string };

/** Totals of the live views that `positions` follows; `versions` tells whose journals move. */
export function keepTotals(
  positions: Pick<Positions, 'current'>,
  { versionOf }: Pick<Versions, 'versionOf'>,
  max = MAX_KEPT,
): KeptTotals {
  const totals = new LRUCache<string, Kept>({ max });
  return {
    of(owner) {
      const version = versionOf(owner);
      /** Whether the journal has not moved up to `position`; what is not heard of yet may have moved it. */
      const hasStood = (position = '-1') => BigInt(position) <= positions.current() && versionOf(owner) === version;
      return {
        snapshot: sql`(select id || ' ' || position from projection.generation where state = 'live')`,
        async keep(filter, read) {
          const key = hash('sha256', textOf(owner, filter), 'base64');
          const known = totals.get(key);
          if (known?.version === version) {
            const part = await read(known.count);
            const [generation, position] = part.snapshot.split(' ');
            if (generation === known.generation && hasStood(position)) return part;
          }
          const part = await read(undefined);
          const [generation = '', position] = part.snapshot.split(' ');
          if (hasStood(position)) totals.set(key, { count: part.count, version, generation });
          return part;
        },
      };
    },
  };
}

/** All that a total depends on; a search as it was asked, not what is known about its words. */
function textOf(owner: AccountId, { search, ...narrowed }: AnecdoteFilter): string {
  const { query, timeZone, fields } = search;
  return JSON.stringify([owner, query, timeZone, [...fields].sort(), narrowed]);
}
