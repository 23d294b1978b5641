import { createHttpServer } from '@anecdotes/contracts/server/http/http-server';
import { expect, test } from 'vitest';
import { sendSecurityHeaders } from './security-headers.ts';

async function policyWith(settings: Partial<Parameters<typeof sendSecurityHeaders>[1]>) {
  const app = createHttpServer({ logger: false });
  sendSecurityHeaders(app, { MAP_TILE_URL: null, GEOCODER_URL: null, ...settings }, { scripts: [], styles: [] });
  const { headers } = await app.inject('/map');
  await app.close();
  const directives = String(headers['content-security-policy']).split('; ');
  return directives.filter((directive) => /^(img|connect)-src /.test(directive));
}

test('pages may contact no other server when map tiles and geocoder are off', async () => {
  expect(await policyWith({})).toEqual(["img-src 'self' data:", "connect-src 'self'"]);
});

test('pages may contact only the servers that are set for map tiles, geocoding and analytics', async () => {
  const policy = await policyWith({
    MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png?key=1',
    GEOCODER_URL: 'https://places.example/nominatim',
    ANALYTICS_URL: 'https://counts.example/collect?site=1',
  });
  expect(policy).toEqual([
    "img-src 'self' data: https://a.tiles.example https://b.tiles.example https://c.tiles.example",
    "connect-src 'self' https://counts.example https://places.example",
  ]);
});
