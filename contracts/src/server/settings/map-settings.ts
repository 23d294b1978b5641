import { z } from 'zod';

const OFF = 'off';
/** The values that Leaflet uses for `{s}` in the address of a map tile. */
const SUBDOMAINS = ['a', 'b', 'c'];

/** The servers of map tiles and of place names; each setting can be `off`, and is then null. */
export const mapSettings = {
  MAP_TILE_URL: orOff(
    isTileTemplate,
    'Must be an http:// or https:// address with {z}, {x} and {y}, or off',
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  ),
  MAP_TILE_ATTRIBUTION: orOff(
    (text) => text.length <= 200,
    'Must have at most 200 characters',
    '© OpenStreetMap contributors',
  ),
  GEOCODER_URL: orOff(
    isBase,
    'Must be an http:// or https:// address without a query, or off',
    'https://nominatim.openstreetmap.org',
  ).transform((url) => url?.replace(/\/+$/, '') ?? null),
};

function orOff(isRight: (text: string) => boolean, error: string, byDefault: string) {
  return z
    .string()
    .refine((text) => text === OFF || isRight(text), { error })
    .transform((text) => (text === OFF ? null : text))
    .default(byDefault);
}

/** The origins of the map tiles of a template: one, or one for each subdomain. */
export function tileOrigins(template: string): string[] {
  const urls = SUBDOMAINS.map((subdomain) => URL.parse(template.replaceAll('{s}', subdomain)));
  return [...new Set(urls.flatMap((url) => (url === null ? [] : [url.origin])))];
}

function isTileTemplate(text: string): boolean {
  const hasPlaces = ['{z}', '{x}', '{y}'].every((place) => text.includes(place));
  return hasPlaces && isHttp(URL.parse(text.replaceAll('{s}', 'a')));
}

function isBase(text: string): boolean {
  const url = URL.parse(text);
  return isHttp(url) && `${url?.search}${url?.hash}` === '';
}

/** True for an http(s) address without credentials, because these addresses are sent to every browser. */
function isHttp(url: URL | null): boolean {
  return url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '';
}
