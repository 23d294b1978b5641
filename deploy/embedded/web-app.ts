import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { unknownRoute } from '@anecdotes/contracts/server/http/known-methods';
import type { CountUnknown } from '@anecdotes/contracts/server/http/unknown-routes';
import files from '@fastify/static';

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** What the pages hold between their own tags, as a content security policy lets it pass. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** The hashes of the scripts and styles that stand in the built pages themselves. */
export function inlineSources(): InlineSources {
  const pages = ['index.html', 'landing.html'].map((name) => `${dist}${name}`).filter(existsSync);
  const html = pages.map((page) => readFileSync(page, 'utf8')).join('');
  return { scripts: hashesOf(html, /<script>(.*?)<\/script>/gs), styles: hashesOf(html, /<style>(.*?)<\/style>/gs) };
}

function hashesOf(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
  return [...new Set(hashes)];
}

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
      index: ['landing.html'],
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
