import type { PublicConfiguration } from '@anecdotes/contracts';
import { type Authenticator, requireAuthentication } from '@anecdotes/contracts/server/authentication';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import type pg from 'pg';
import { openViews } from './db/database.ts';
import { createKeyset } from './keyset.ts';
import { liveRoute } from './live.ts';
import { honourMinimumPosition } from './minimum-position.ts';
import type { Positions } from './positions.ts';
import { anecdoteRoutes, journalRoutes } from './routes.ts';

export type ProjectionServiceDependencies = {
  /** Connections for queries, apart from those of the projector. */
  readers: pg.Pool;
  positions: Positions;
  authenticate: Authenticator;
  /** At least 32 random bytes; cursors are sealed with a key derived from it. */
  cursorSecret: Uint8Array;
  configuration: PublicConfiguration;
  clock?: () => Date;
};

/** Everything that can be asked, as a Fastify plugin: GET routes under /api, each about the caller's own journal. */
export function projectionService(dependencies: ProjectionServiceDependencies) {
  const { readers, positions, authenticate, cursorSecret, configuration, clock = () => new Date() } = dependencies;
  return async (app: HttpServer): Promise<void> => {
    requireAuthentication(app, authenticate);
    honourMinimumPosition(app, positions);
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    const routes = { db: openViews(readers), keyset: createKeyset(cursorSecret), clock, configuration };
    anecdoteRoutes(app, routes);
    journalRoutes(app, routes);
    liveRoute(app, { positions, authenticate });
  };
}
