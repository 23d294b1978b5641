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
    /** Served also when the account has written as much as one day allows; otherwise a call of scope `write` is not. */
    needsBytes?: false;
    /** Sent by a browser without headers of ours: changes nothing of anybody and checks where it comes from. */
    isBeacon?: true;
  }
}

/**
 * Makes `app` fail at start when one of its routes declares no complete policy in its `config`, or does not say in its
 * `schema` what it takes and what it answers; a public route may parse what it takes by itself.
 */
export function requireRoutePolicies(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    for (const route of routes) {
      const missing = missingIn(route);
      if (missing !== undefined) throw new Error(`route ${route.method} ${route.url} declares no ${missing}`);
    }
  });
}

function missingIn({ url, config, schema }: RouteOptions): string | undefined {
  const { access, scope, limit } = config ?? {};
  if (access === undefined) return 'config.access';
  if (access === 'journal' && scope === undefined) return 'config.scope';
  if (!url.startsWith('/api/')) return undefined;
  if (limit === undefined) return 'config.limit';
  const { response, ...taken } = (schema ?? {}) as { response?: object };
  if (access !== 'public' && Object.keys(taken).length === 0) return 'schema';
  return Object.keys(response ?? {}).some((status) => status.startsWith('2')) ? undefined : 'schema.response';
}

/** True for a request that anybody may make. */
export function isPublic({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routeOptions.config.access === 'public';
}
