import { z } from 'zod';

/* Places in a query string: numbers in degrees and kilometres, with commas between them. */

const NUMBER = /^-?\d{1,6}(?:\.\d{0,20})?(?:e-\d{1,2})?$/i;

/** The numbers of a text, or undefined when it does not have exactly `length` of them. */
function numbersOf(text: string, length: number): number[] | undefined {
  const parts = text.split(',');
  return parts.length === length && parts.every((part) => NUMBER.test(part)) ? parts.map(Number) : undefined;
}

const isLatitude = (value: number) => Math.abs(value) <= 90;
const isLongitude = (value: number) => Math.abs(value) <= 180;

const MAX_LENGTH = 200;
const MAX_RADIUS_KM = 20_000;

/** An area between two meridians and two parallels; it spans the date line where `west` is greater than `east`. */
export type BoundingBox = { west: number; south: number; east: number; north: number };

/** `west,south,east,north` */
export const BoundingBox = z
  .string()
  .max(MAX_LENGTH)
  .transform((text, context): BoundingBox => {
    const [west = 0, south = 0, east = 0, north = 0] = numbersOf(text, 4) ?? [Number.NaN];
    const isBox = isLongitude(west) && isLongitude(east) && isLatitude(south) && isLatitude(north) && south <= north;
    if (isBox) return { west, south, east, north };
    context.addIssue({ code: 'custom', message: 'Must be west,south,east,north in degrees' });
    return z.NEVER;
  });

/** `lat,lng` */
export const Spot = z
  .string()
  .max(MAX_LENGTH)
  .transform((text, context): { lat: number; lng: number } => {
    const [lat = 0, lng = 0] = numbersOf(text, 2) ?? [Number.NaN];
    if (isLatitude(lat) && isLongitude(lng)) return { lat, lng };
    context.addIssue({ code: 'custom', message: 'Must be lat,lng in degrees' });
    return z.NEVER;
  });

/** Everything within `km` kilometres. */
export type Circle = { lat: number; lng: number; km: number };

/** `lat,lng,km` */
export const Circle = z
  .string()
  .max(MAX_LENGTH)
  .transform((text, context): Circle => {
    const [lat = 0, lng = 0, km = 0] = numbersOf(text, 3) ?? [Number.NaN];
    if (isLatitude(lat) && isLongitude(lng) && km > 0 && km <= MAX_RADIUS_KM) return { lat, lng, km };
    context.addIssue({ code: 'custom', message: 'Must be lat,lng,km in degrees and at most 20000 kilometres' });
    return z.NEVER;
  });
