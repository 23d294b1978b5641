import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type pg from 'pg';
import type { EventSource } from '../event-source.ts';
import type { Projector } from './projector.ts';

/** What is needed to keep views: where events come from, what opens them, what folds them and where rows go. */
export type Projection = {
  /** The projector's own connections. */
  readonly pool: pg.Pool;
  readonly source: EventSource;
  readonly keys: EventKeys;
  readonly projectors: readonly Projector[];
};
