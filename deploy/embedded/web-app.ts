import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Problem } from '@anecdotes/contracts';
import type { HttpServer } from '@anecdotes/contracts/server/http-server';
import helmet from '@fastify/helmet';
import files from '@fastify/static';

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** Sends the security headers of every answer and the built web app on all paths that are not the API's. */
export async function serveWebApp(app: HttpServer): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Means something over TLS only; there the gateway in front sends it.
    strictTransportSecurity: false,
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()');
    if (!request.url.startsWith('/api/')) return;
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  if (!existsSync(dist)) return;

  await app.register(files, {
    root: dist,
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (request, reply) => {
    if (/^\/api\/|\.\w+$/.test(pathOf(request.url))) throw new Problem('NOT_FOUND');
    // The address of these holds a one-time token, which no other request may repeat.
    if (/^\/(?:reset-password|verify-email)\b/.test(request.url)) reply.header('referrer-policy', 'no-referrer');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
