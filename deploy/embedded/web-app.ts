import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { handleError } from '@anecdotes/contracts/server/http/errors';
import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { unknownRoute } from '@anecdotes/contracts/server/http/known-methods';
import type { CountUnknown } from '@anecdotes/contracts/server/http/unknown-routes';
import files from '@fastify/static';
import { policyReportRoute } from './policy-reports.ts';

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** Hashes of the inline scripts and styles of the pages, as sources of a content security policy. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** The hashes of the inline scripts and styles in the built pages. */
export function inlineSources(): InlineSources {
  const pages = ['index.html', 'landing.html'].map((name) => `${dist}${name}`).filter(existsSync);
  const html = pages.map((page) => readFileSync(page, 'utf8')).join('');
  return { scripts: hashesOf(html, /<script>(.*?)<\/script>/gs), styles: hashesOf(html, /<style>(.*?)<\/style>/gs) };
}

function hashesOf(html: string, element: RegExp): string[] {
  const hashes = [...html.matchAll(element)].map(([, content = '']) => `'sha256-${hash('sha256', content, 'base64')}'`);
  return [...new Set(hashes)];
}

/**
 * Serves the built web app on all paths outside of the API, and takes reports about its content security policy.
 * `onUnknown` is called for these reports and for requests for unknown paths.
 */
export async function serveWebApp(app: HttpServer, onUnknown: CountUnknown): Promise<void> {
  if (!existsSync(dist)) return;
  policyReportRoute(app, onUnknown);

  await app.register(async (pages: HttpServer) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    // The error about a range that a file does not have holds a header with the size of the file.
    pages.setErrorHandler<Error & { headers?: Record<string, string> }>((error, request, reply) =>
      handleError(error, request, reply.headers(error.headers ?? {})),
    );
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
      const path = pathOf(request.url);
      // A browser that opens a page asks for HTML; for a script or a picture it does not.
      const isFile = /\.\w+$/.test(path) && !request.headers.accept?.includes('text/html');
      if (isFile || /^\/api(?:\/|$)/.test(path)) {
        await onUnknown(request);
        throw unknownRoute(request);
      }
      // The addresses of these pages hold a one-time token, which must not be sent as a referrer.
      if (/^\/(?:invitation|reset-password|verify-email)\b/.test(request.url))
        reply.header('referrer-policy', 'no-referrer');
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    });
  });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
