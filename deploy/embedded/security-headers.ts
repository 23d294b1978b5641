import type { HttpServer } from '@anecdotes/contracts/server/http/http-server';
import { commonHeaders, dataHeaders } from '@anecdotes/contracts/server/http/security-headers';
import { tileOrigins } from '@anecdotes/contracts/server/settings/map-settings';
import { REPORT_PATH } from './policy-reports.ts';
import type { InlineSources } from './web-app.ts';

/** The product's own address, and the external ones that pages may contact, as the settings name them. */
type Addresses = {
  readonly PUBLIC_URL?: string | undefined;
  readonly ANALYTICS_URL?: string | undefined;
  readonly MAP_TILE_URL: string | null;
  readonly GEOCODER_URL: string | null;
};

/** Two years of HSTS when PUBLIC_URL is https; without subdomains, which may not belong to the product. */
const overTls = ({ PUBLIC_URL }: Addresses) =>
  PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' };

const pageHeaders = (addresses: Addresses, inline: InlineSources) => ({
  ...commonHeaders,
  ...overTls(addresses),
  'content-security-policy': [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "font-src 'self'",
    ["img-src 'self' data:", ...(addresses.MAP_TILE_URL === null ? [] : tileOrigins(addresses.MAP_TILE_URL))].join(' '),
    ["connect-src 'self'", ...connectOrigins(addresses)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Only the policy of `web/src/lib/trusted-types.ts`.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${REPORT_PATH}`,
  ].join('; '),
});

function connectOrigins({ ANALYTICS_URL, GEOCODER_URL }: Addresses): string[] {
  return [ANALYTICS_URL, GEOCODER_URL].flatMap((url) => (url ? [new URL(url).origin] : []));
}

/**
 * Sets the security headers on every answer, also on refusals; a route may replace them. Of the inline scripts and
 * styles in a page only those of `inline` run. The headers are made once: a library that makes them for each answer
 * takes a measurable part of the time of a short one.
 */
export function sendSecurityHeaders(app: HttpServer, addresses: Addresses, inline: InlineSources): void {
  const forPages = pageHeaders(addresses, inline);
  const forApi = { ...dataHeaders, ...overTls(addresses) };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? forApi : forPages);
    done();
  });
}
