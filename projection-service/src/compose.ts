import type { OnStop } from '@anecdotes/contracts/server/assemble';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type { Registry } from '@anecdotes/contracts/server/http/metrics';
import type pg from 'pg';
import type { ProjectionConfiguration } from './configuration.ts';
import { migrateProjection } from './db/migrate.ts';
import type { EventSource } from './event-source.ts';
import { measureProjection } from './measurements.ts';
import { followPositions, type Positions } from './positions.ts';
import { type RunningProjection, startProjection } from './projection/start.ts';
import { projectors } from './read-models.ts';
import type { ProjectionServiceDependencies } from './service.ts';
import { keepTransparent, type Transparency } from './transparency/start.ts';

/** Connections in the pool of the projector: for its transaction, its lease, its other queries and the health check. */
export const PROJECTOR_POOL = 4;

/** The connections of the pool, and the one that listens for moved views. */
export const PROJECTOR_CONNECTIONS = PROJECTOR_POOL + 1;

/** Views that have to be built need longer: until they have been, they are not read, or show an earlier position. */
const CATCH_UP_MS = 5_000;

type Resources = {
  /** The database of the views; one separate connection listens there. */
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly source: EventSource;
  readonly keys: EventKeys;
  readonly registry: Registry;
  /** Reports an error from which `component` recovers by itself. */
  reportFailure(component: string): (error: unknown) => void;
  /** Reports to the operator something that must not happen, in a sentence without personal text. */
  reportIncident(sentence: string): void;
};

/**
 * Keeps the views up to date with `source` until stopped, both for the all-in-one program and for the separate service.
 */
export async function followLog(
  { databaseUrl, pool, source, keys, registry, reportFailure, reportIncident }: Resources,
  onStop: OnStop,
): Promise<{ positions: Positions; projection: RunningProjection }> {
  await migrateProjection(pool, projectors, source);
  const positions = await followPositions(databaseUrl, pool, reportFailure('read position'));
  onStop(positions.stop);
  let measure: ReturnType<typeof measureProjection> | undefined;
  const projection = await startProjection(
    { pool, source, keys, projectors },
    {
      onMove: positions.advanceTo,
      onBatch: (report) => measure?.(report, new Date()),
      onError: reportFailure('projection'),
      onIncident: reportIncident,
    },
    { untilAwaited: positions.untilAwaited },
  );
  measure = measureProjection(registry, projection.health);
  onStop(projection.stop);
  return { positions, projection };
}

/**
 * Waits until the views show what the log holds now, for `milliseconds` at most. Before a crash callers may have seen
 * that already, and the positions that they have seen are lost.
 */
export async function catchUp(
  source: Pick<EventSource, 'head'>,
  positions: Positions,
  milliseconds = CATCH_UP_MS,
): Promise<void> {
  const head = await source.head().catch(() => 0n);
  await positions.waitFor(head, milliseconds);
}

type CheckpointConfiguration = Pick<
  ProjectionConfiguration,
  'CHECKPOINT_KEY' | 'CHECKPOINT_DIR' | 'CHECKPOINT_COMMAND' | 'CHECKPOINT_URL' | 'CHECKPOINT_WITNESSES'
>;

/** Keeps the tree of the log and its checkpoints up to date until stopped. */
export function keepLogTransparent(
  {
    pool,
    source,
    reportFailure,
    reportIncident,
  }: Pick<Resources, 'pool' | 'source' | 'reportFailure' | 'reportIncident'>,
  configuration: CheckpointConfiguration,
  onStop: OnStop,
): Transparency {
  const destinations = {
    folder: configuration.CHECKPOINT_DIR,
    command: configuration.CHECKPOINT_COMMAND,
    url: configuration.CHECKPOINT_URL,
    witnesses: configuration.CHECKPOINT_WITNESSES,
  };
  const log = { pool, source, keys: configuration.CHECKPOINT_KEY, destinations, onIncident: reportIncident };
  const transparency = keepTransparent(log, reportFailure('tree of the log'));
  onStop(transparency.stop);
  return transparency;
}

/**
 * The settings that the routes of the read side need; `localMailbox` is the address at which mails are shown that are
 * not really sent, null if there is none.
 */
export function readSideSettings(
  configuration: Pick<
    ProjectionConfiguration,
    | 'NODE_ENV'
    | 'GUEST'
    | 'GUEST_PASSWORD'
    | 'REGISTRATION'
    | 'ANALYTICS_URL'
    | 'ANALYTICS_TEST_USERS'
    | 'MAP_TILE_URL'
    | 'MAP_TILE_ATTRIBUTION'
    | 'GEOCODER_URL'
    | 'TRANSPARENCY_LOG'
  >,
  localMailbox: string | null,
): Pick<ProjectionServiceDependencies, 'showsEmailStatistics' | 'testUsers' | 'configuration' | 'servesTree'> {
  const isProduction = configuration.NODE_ENV === 'production';
  return {
    showsEmailStatistics: !isProduction,
    testUsers: configuration.ANALYTICS_TEST_USERS,
    servesTree: configuration.TRANSPARENCY_LOG === 'on',
    configuration: {
      guest: configuration.GUEST === 'on' ? { username: 'guest', password: configuration.GUEST_PASSWORD } : null,
      registration: configuration.REGISTRATION,
      production: isProduction,
      local_mailbox: localMailbox,
      analytics_url: configuration.ANALYTICS_URL ?? null,
      map_tile_url: configuration.MAP_TILE_URL,
      map_tile_attribution: configuration.MAP_TILE_ATTRIBUTION,
      geocoder_url: configuration.GEOCODER_URL,
    },
  };
}
