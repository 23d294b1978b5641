import { afterEach, expect, test, vi } from 'vitest';
import { devicePosition } from './device-position.ts';

afterEach(() => vi.unstubAllGlobals());

type Options = { enableHighAccuracy: boolean; timeout: number };
type Ask = (found: (answer: object) => void, failed: (error: object) => void, options: Options) => void;

function deviceThat(getCurrentPosition: Ask): void {
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
}

test('the position is requested with high accuracy and a timeout of 5 s', async () => {
  let asked: Options | undefined;
  deviceThat((found, _, options) => {
    asked = options;
    found({ coords: { latitude: 46.5, longitude: 6.6 } });
  });
  expect(await devicePosition()).toEqual({ lat: 46.5, lng: 6.6 });
  expect(asked).toEqual({ enableHighAccuracy: true, timeout: 5_000 });
});

test.each([
  ['denied', 1],
  ['unavailable', 2],
  ['unavailable', 3],
])('the reason for a missing position is %s for code %i', async (why, code) => {
  deviceThat((_, failed) => failed({ code, PERMISSION_DENIED: 1 }));
  expect(await devicePosition()).toBe(why);
});

test('the reason for a missing position is unsupported in a browser without geolocation', async () => {
  vi.stubGlobal('navigator', {});
  expect(await devicePosition()).toBe('unsupported');
});
