import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { ApiKeyScope } from '../../api-key/events.ts';
import type { CallKind } from '../http/rate-rules.ts';

/**
 * Whom a route serves: `public` anybody; `journal` callers with a session, or with an API key that has the route's
 * `scope`; `person` people with a session, including guests; `member` people with an account of their own; `operator`
 * the operator, outside of the API and its limits.
 */
export type Access = 'public' | 'journal' | 'person' | 'member' | 'operator';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by a declaration.
  interface FastifyContextConfig {
    access?: Access;
    /** The scope that an API key needs; required with `journal`. */
    scope?: ApiKeyScope;
    /** The kind of call, which decides its rate limits; required for every route of the API. */
    limit?: CallKind;
    /** Serves a member with a session only within `limits.recentPasswordSeconds` after they entered their password. */
    needsRecentPassword?: true;
    /** Serves a call of scope `write` even when the account has already written as many bytes as a day allows. */
    needsBytes?: false;
    /** A beacon: it comes without a CSRF token, so the route must not change anybody's data and checks the origin. */
    isBeacon?: true;
  }
}

/**
 * Makes `app` fail at start when one of its routes has no complete policy in its `config`, or does not declare its
 * input and its answer in its `schema`; a public route may parse its input by itself.
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
