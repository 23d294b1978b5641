import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { unknownRoute } from '@anecdotes/contracts/server/http/known-methods';
import type { CountUnknown } from '@anecdotes/contracts/server/http/unknown-routes';
import files from '@fastify/static';

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** Serves the built web app on all paths that are not the API's; `onUnknown` hears of requests for what is not there. */
export async function serveWebApp(app: HttpServer, onUnknown: CountUnknown): Promise<void> {
  if (!existsSync(dist)) return;

  await app.register(async (pages: HttpServer) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await pages.register(files, {
      root: dist,
      wildcard: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    pages.get('/*', async (request, reply) => {
      if (/^\/api(?:\/|$)|\.\w+$/.test(pathOf(request.url))) {
        await onUnknown(request);
        throw unknownRoute(request);
      }
      // The address of these holds a one-time token, which no other request may repeat.
      if (/^\/(?:invitation|reset-password|verify-email)\b/.test(request.url))
        reply.header('referrer-policy', 'no-referrer');
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    });
  });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
