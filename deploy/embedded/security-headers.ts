import type { HttpServer } from '@anecdotes/contracts/server/http-server';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
};

/** Outside addresses that pages may talk to, as the settings name them. */
type Outside = { readonly ANALYTICS_URL?: string | undefined };

const pages = ({ ANALYTICS_URL }: Outside) => ({
  ...everywhere,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ANALYTICS_URL === undefined ? "connect-src 'self'" : `connect-src 'self' ${new URL(ANALYTICS_URL).origin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
});

const answers = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/**
 * Puts the security headers on every answer, also on refusals; a route may replace them. HSTS is left to the gateway
 * that speaks TLS. Constants, because a library that makes them anew each time costs a visible part of a short answer.
 */
export function sendSecurityHeaders(app: HttpServer, outside: Outside): void {
  const ofPages = pages(outside);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? answers : ofPages);
    done();
  });
}
