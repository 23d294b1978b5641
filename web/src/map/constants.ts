import type { Point } from './point.ts';

/** All constants of the maps; zoom 0 shows the whole world. */
export const mapConstants = {
  /** The map of all anecdotes. */
  map: {
    centre: { lat: 39.83, lng: -98.58 } satisfies Point,
    zoom: { none: 4, one: 13, several: 10 },
    /** The margin around the content of Fit All, as a share of its size. */
    fitPadding: 0.1,
    popupWidth: 300,
    markerSize: 20,
    maxZoom: 18,
    openInMapsZoom: 15,
  },
  /** The map on a card. */
  small: {
    centre: { lat: 40.7128, lng: -74.006 } satisfies Point,
    zoom: { located: 13, none: 10 },
    marker: { width: 16, height: 24 },
    popupDecimals: 6,
  },
  /** The dialog that chooses a place. */
  picker: {
    centre: { lat: 40.7128, lng: -74.006 } satisfies Point,
    zoom: { start: 13, located: 15 },
    delayMs: 400,
    retryMs: 100,
    geolocationTimeoutMs: 5_000,
    decimals: 4,
  },
  geocoder: { results: 1, intervalMs: 1_000 },
} as const;
