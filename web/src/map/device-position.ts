import type { Point } from './point.ts';

const TIMEOUT_MS = 5_000;

/** Why there is no device position. */
export type NoPosition = 'unsupported' | 'denied' | 'unavailable';

/** The position of the device, as exact as possible, or the reason why there is none. */
export function devicePosition(): Promise<Point | NoPosition> {
  const { geolocation } = navigator as Partial<Navigator>;
  if (!geolocation) return Promise.resolve('unsupported');
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  });
}
