import type { Access } from '@anecdotes/contracts/server/auth/route-policy';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';

/** A route as `METHOD /path`, and whom it says it serves. */
export type Route = { readonly name: string; readonly access: Access };

/** The routes that are registered on `app` from now on. */
export function collectRoutes(app: HttpServer): Route[] {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const verb of [method].flat()) routes.push({ name: `${verb} ${url}`, access: config?.access ?? 'public' });
  });
  return routes;
}
