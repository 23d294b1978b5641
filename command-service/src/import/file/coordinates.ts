import type { AnecdoteContent } from '@anecdotes/contracts';

type Written = {
  readonly coordinates: AnecdoteContent['coordinates'];
  /** Why coordinates that are written are left out. */
  readonly problem?: string;
};

const NOT_VALID = 'coordinates: Are not valid; it is imported without them';

/** The point that fields of another program or of a table hold; both may be numbers or texts, and both may be empty. */
export function pointOf(latitude: unknown, longitude: unknown, address: string | null = null): Written {
  if (isBlank(latitude) && isBlank(longitude)) return { coordinates: null };
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)];
  if (lat === undefined || lng === undefined) return { coordinates: null, problem: NOT_VALID };
  return { coordinates: { lat, lng, address } };
}

const NUMBER = String.raw`[+-]?\d{1,3}(?:[.,]\d+)?`;
const PAIR = new RegExp(String.raw`^[([]?\s*(${NUMBER})(?:\s*[,;]\s*|\s+)(${NUMBER})\s*[)\]]?$`);

/** Latitude and longitude in a text such as `50.73, 7.09` or `50,73 7,09`; any other text is a latitude alone. */
export function degreesIn(text: string): [latitude: string, longitude: string | undefined] {
  const [, latitude = text, longitude] = PAIR.exec(text.trim()) ?? [];
  return [latitude, longitude];
}

function isBlank(field: unknown): boolean {
  return field === undefined || field === null || (typeof field === 'string' && field.trim() === '');
}

/** The number in a field, which may have a decimal comma; undefined if there is none from `-most` to `most`. */
function degrees(field: unknown, most: number): number | undefined {
  if (isBlank(field) || (typeof field !== 'number' && typeof field !== 'string')) return undefined;
  const number = typeof field === 'number' ? field : Number(field.replace(/^([^,.]*),([^,.]*)$/, '$1.$2'));
  return Math.abs(number) <= most ? number : undefined;
}
