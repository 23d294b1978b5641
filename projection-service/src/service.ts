import type { PublicConfiguration } from '@anecdotes/contracts';
import { type Guard, guard } from '@anecdotes/contracts/server/auth/guard';
import type { RenewToken } from '@anecdotes/contracts/server/auth/sessions';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import type { LastPositions } from '@anecdotes/contracts/server/http/last-positions';
import type pg from 'pg';
import { accountRoutes } from './account/routes.ts';
import { keepTotals } from './anecdotes/kept-totals.ts';
import { apiDocumentRoutes } from './api-docs/routes.ts';
import { changesRoute } from './changes/routes.ts';
import { answerConditionally } from './conditional.ts';
import { openViews } from './db/database.ts';
import type { EventSource } from './event-source.ts';
import { exportRoutes } from './export/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { createKeyset } from './keyset.ts';
import { liveRoute } from './live.ts';
import { enforceMinimumPosition } from './minimum-position.ts';
import { createPastViews } from './past/past-views.ts';
import type { Positions } from './positions.ts';
import { trackReaders } from './reader-share.ts';
import { anecdoteRoutes, otherRoutes, tagRoutes } from './routes.ts';
import { proofRoute } from './transparency/routes.ts';
import type { Transparency } from './transparency/start.ts';
import { tlogRoutes } from './transparency/tlog-routes.ts';
import { followVersions } from './versions.ts';

export type ProjectionServiceDependencies = Guard & {
  /** Connections for queries, apart from those of the projector. */
  readers: pg.Pool;
  /** The database of the views; past journals have their own connections to it. */
  databaseUrl: string;
  positions: Positions;
  /** Given if changes go through the same process; otherwise a gateway names the positions. */
  lastPositions?: LastPositions | undefined;
  /** At least 32 random bytes; cursors are sealed with a key derived from it. */
  cursorSecret: Uint8Array;
  configuration: PublicConfiguration;
  /** Sessions and the last uses of API keys; written only to store the pending event of an export. */
  vault: pg.Pool;
  keys: EventKeys;
  /** Histories, past journals and the change feed read stored events from here. */
  source: Pick<EventSource, 'readStream' | 'readStreams' | 'idAt'>;
  renewToken: RenewToken;
  /** False in production. */
  showsEmailStatistics: boolean;
  testUsers: readonly string[];
  /** Proves that an event is in the log; left out if there are no proofs. */
  transparency?: Pick<Transparency, 'prove'> | undefined;
  /** True if everybody may read the tree of the log. */
  servesTree?: boolean;
  clock?: () => Date;
};

/** All queries as a Fastify plugin: GET routes under /api, each about the caller's own journal. */
export function projectionService(dependencies: ProjectionServiceDependencies) {
  const { readers, positions, cursorSecret, clock = () => new Date() } = dependencies;
  return async (app: HttpServer): Promise<void> => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });
    guard(app, dependencies);
    enforceMinimumPosition(app, positions, dependencies);
    const versions = followVersions(positions);
    app.addHook('preClose', async () => {
      versions.stop();
    });
    answerConditionally(app, versions);
    trackReaders(app, readers.options.max);
    const db = openViews(readers);
    const past = createPastViews({ ...dependencies, db });
    app.addHook('onClose', past.stop);
    const totals = keepTotals(positions, versions);
    const routes = { ...dependencies, db, past, totals, keyset: createKeyset(cursorSecret), clock };
    anecdoteRoutes(app, routes);
    tagRoutes(app, routes);
    otherRoutes(app, routes);
    historyRoutes(app, routes);
    proofRoute(app, routes);
    if (dependencies.servesTree) tlogRoutes(app, readers);
    exportRoutes(app, routes);
    changesRoute(app, routes);
    accountRoutes(app, routes);
    apiDocumentRoutes(app);
    liveRoute(app, { positions, authenticate: dependencies.authenticate });
  };
}
