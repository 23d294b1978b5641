import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const signal = new AbortController().signal;
let asked: { address: string; at: number }[];
let answer: (address: string) => Response;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  asked = [];
  answer = () => Response.json([{ lat: '47.37818', lon: '8.54019', display_name: 'Central Station, Zurich' }]);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push({ address, at: Date.now() });
    return answer(address);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a search requests one result and returns its point and address', async () => {
  const { findPlace } = await import('./geocoder.ts');
  const found = await findPlace('https://places.example', 'central station & more', signal);
  expect(found).toEqual({ lat: 47.37818, lng: 8.54019, address: 'Central Station, Zurich' });
  expect(asked[0]?.address).toBe('https://places.example/search?format=jsonv2&limit=1&q=central+station+%26+more');
});

test('a repeated search is answered from the cache, and requests are at least a second apart', async () => {
  const { findPlace } = await import('./geocoder.ts');
  const all = Promise.all(['a', 'b', 'c'].map((text) => findPlace('https://places.example', text, signal)));
  await vi.advanceTimersByTimeAsync(5_000);
  await all;
  await findPlace('https://places.example', 'a', signal);
  expect(asked).toHaveLength(3);
  const [first, second, third] = asked.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test('an aborted search sends no request', async () => {
  const { findPlace } = await import('./geocoder.ts');
  await findPlace('https://places.example', 'a', signal);
  const stop = new AbortController();
  const late = expect(findPlace('https://places.example', 'b', stop.signal)).rejects.toThrow();
  stop.abort();
  await vi.advanceTimersByTimeAsync(2_000);
  await late;
  expect(asked).toHaveLength(1);
});

test.each([403, 429, 503])('an answer of the geocoder with status %i rejects with GeocoderRefusal', async (status) => {
  const { findPlace, GeocoderRefusal } = await import('./geocoder.ts');
  answer = () => new Response('Too many', { status });
  await expect(findPlace('https://places.example', 'a', signal)).rejects.toThrow(GeocoderRefusal);
});

test.each([
  ['nothing', () => Response.json([])],
  ['an object', () => Response.json({ error: 'Unable to geocode' })],
  ['a point beyond the earth', () => Response.json([{ lat: '91', lon: '0', display_name: 'x' }])],
  ['a point without numbers', () => Response.json([{ lat: 'x', lon: 'y' }])],
])('a search answered with %s finds no place', async (_, given) => {
  const { findPlace } = await import('./geocoder.ts');
  answer = given;
  expect(await findPlace('https://places.example', 'a', signal)).toBeNull();
});

test.each([
  ['knows none', () => Response.json({ error: 'Unable to geocode' })],
  ['fails', () => new Response('', { status: 500 })],
  ['refuses', () => new Response('', { status: 429 })],
  ['answers HTML', () => new Response('<html>')],
])('the address of a point is its coordinates with 4 decimals when the geocoder %s', async (_, given) => {
  const { addressOf } = await import('./geocoder.ts');
  answer = given;
  expect(await addressOf('https://places.example', { lat: 47.378184, lng: 8.54019 }, signal)).toBe('47.3782, 8.5402');
});

test('the address of a point comes from the geocoder, and is its coordinates without a geocoder', async () => {
  const { addressOf } = await import('./geocoder.ts');
  answer = () => Response.json({ display_name: 'Central Station, Zurich' });
  const point = { lat: 47.378184, lng: 8.54019 };
  expect(await addressOf('https://places.example', point, signal)).toBe('Central Station, Zurich');
  expect(await addressOf(null, point, signal)).toBe('47.3782, 8.5402');
});

test('a point is sent to the geocoder with 4 decimals, and points that are then equal are sent once', async () => {
  const { addressOf } = await import('./geocoder.ts');
  await addressOf('https://places.example', { lat: 47.378184, lng: 8.54019 }, signal);
  const again = addressOf('https://places.example', { lat: 47.378216, lng: 8.540221 }, signal);
  await vi.advanceTimersByTimeAsync(2_000);
  await again;
  const addresses = asked.map(({ address }) => address);
  expect(addresses).toEqual(['https://places.example/reverse?format=jsonv2&lat=47.3782&lon=8.5402']);
});
