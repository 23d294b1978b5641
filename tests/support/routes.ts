import type { DocumentedRoute } from '@anecdotes/contracts/docs/documented-route';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';

/** The routes that are registered on `app` from now on. */
export function collectRoutes(app: HttpServer): DocumentedRoute[] {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config = {}, schema = {} }) => {
    const { access = 'public', scope, isConditional } = config;
    for (const verb of [method].flat()) {
      routes.push({
        name: `${verb} ${url}`,
        access,
        scope,
        isConditional,
        schema: schema as DocumentedRoute['schema'],
      });
    }
  });
  return routes;
}
