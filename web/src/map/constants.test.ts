import { expect, test } from 'vitest';
import { mapConstants } from './constants.ts';

test('the maps have the centres, zooms, sizes and times of section 9 of the specification', () => {
  expect(mapConstants).toEqual({
    map: {
      centre: { lat: 39.83, lng: -98.58 },
      zoom: { none: 4, one: 13, several: 10 },
      fitPadding: 0.1,
      popupWidth: 300,
      markerSize: 20,
      maxZoom: 18,
      openInMapsZoom: 15,
    },
    small: {
      centre: { lat: 40.7128, lng: -74.006 },
      zoom: { located: 13, none: 10 },
      marker: { width: 16, height: 24 },
      popupDecimals: 6,
    },
    picker: {
      centre: { lat: 40.7128, lng: -74.006 },
      zoom: { start: 13, located: 15 },
      delayMs: 400,
      retryMs: 100,
      geolocationTimeoutMs: 5_000,
      decimals: 4,
    },
    geocoder: { results: 1, intervalMs: 1_000 },
  });
});
