import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type pg from 'pg';
import type { EventSource } from '../event-source.ts';
import type { Projector } from './projector.ts';

/**
 * What a projection needs: where rows go, where events come from, the keys that open them and the projectors that fold
 * them.
 */
export type Projection = {
  /** The projector's own connections. */
  readonly pool: pg.Pool;
  readonly source: EventSource;
  readonly keys: EventKeys;
  readonly projectors: readonly Projector[];
  /** After so many failures in a row a run throws the last error; without it, it tries again until it succeeds. */
  readonly maxFailures?: number;
};
