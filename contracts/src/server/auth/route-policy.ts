import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { ApiKeyScope } from '../../api-key/events.ts';
import type { CallKind } from '../http/rate-limit.ts';

/**
 * Whom a route serves: `public` anybody; `journal` whoever has a journal, by session or by an API key with the route's
 * `scope`; `person` people with a session, the guest too; `member` people with an account of their own; `operator`
 * whoever runs the product, outside of the API and its limits.
 */
export type Access = 'public' | 'journal' | 'person' | 'member' | 'operator';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by a declaration.
  interface FastifyContextConfig {
    access?: Access;
    /** What an API key must be allowed; for `journal`. */
    scope?: ApiKeyScope;
    /** The kind of call that it counts as; for every route of the API. */
    limit?: CallKind;
    /** Sent by a browser without headers of ours: changes nothing of anybody and checks where it comes from. */
    isBeacon?: true;
  }
}

/** Makes `app` fail at start when one of its routes declares no complete policy in its `config`. */
export function requireRoutePolicies(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      const missing = missingIn(url, config ?? {});
      if (missing !== undefined) throw new Error(`route ${method} ${url} declares no config.${missing}`);
    }
  });
}

function missingIn(url: string, { access, scope, limit }: RoutePolicy): 'access' | 'scope' | 'limit' | undefined {
  if (access === undefined) return 'access';
  if (access === 'journal' && scope === undefined) return 'scope';
  return url.startsWith('/api/') && limit === undefined ? 'limit' : undefined;
}

type RoutePolicy = NonNullable<RouteOptions['config']>;

/** True for a request that anybody may make. */
export function isPublic({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.config.access === 'public';
}
