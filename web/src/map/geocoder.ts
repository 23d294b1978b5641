import { createPace } from '../lib/pace.ts';
import { formatPoint, type Point } from './point.ts';

/** A place that the geocoder knows. */
export type Found = Point & { address: string };

/** The geocoder refuses this browser at the moment: too many requests, or no access. */
export class GeocoderRefusal extends Error {
  override name = 'GeocoderRefusal';
}

const ANSWER_TIMEOUT_MS = 10_000;
const MAX_ADDRESS = 500;
const MAX_KEPT = 300;
const refusals = [401, 403, 429, 503];

/** The answers by URL since the page was opened: usage policies ask not to repeat requests. */
const answers = new Map<string, unknown>();
/** Usage policies also ask for at most one request a second. */
const pace = createPace(1, 1_000);

/** The best match for `text` by the geocoder at `url`; null for none. Throws GeocoderRefusal, or others if it fails. */
export async function findPlace(url: string, text: string, signal: AbortSignal): Promise<Found | null> {
  const query = new URLSearchParams({ format: 'jsonv2', limit: '1', q: text });
  const answer = await ask(`${url}/search?${query}`, signal);
  const [first] = Array.isArray(answer) ? answer : [];
  const { lat, lon, display_name: name } = (first ?? {}) as Record<string, unknown>;
  const point = { lat: Number(lat), lng: Number(lon) };
  if (lat === undefined || !(Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180)) return null;
  return { ...point, address: textOf(name) || formatPoint(point) };
}

/**
 * The address of `point`, which is sent rounded to about 10 m, by the geocoder at `url`; its coordinates if there is no
 * answer. Rejects if aborted.
 */
export async function addressOf(url: string | null, point: Point, signal: AbortSignal): Promise<string> {
  const fallback = formatPoint(point);
  if (url === null) return fallback;
  const [lat, lon] = [point.lat.toFixed(4), point.lng.toFixed(4)];
  const query = new URLSearchParams({ format: 'jsonv2', lat, lon });
  try {
    const answer = await ask(`${url}/reverse?${query}`, signal);
    return textOf((answer as { display_name?: unknown } | null)?.display_name) || fallback;
  } catch (error) {
    if (signal.aborted) throw error;
    return fallback;
  }
}

/** The answer from `address`, from the cache or the geocoder; requests wait for their turn. */
async function ask(address: string, signal: AbortSignal): Promise<unknown> {
  if (answers.has(address)) return answers.get(address);
  await pace.turn(signal);
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.any([signal, timeout]) });
  if (refusals.includes(response.status)) throw new GeocoderRefusal(`answered ${response.status}`);
  if (!response.ok && response.status !== 404) throw new Error(`answered ${response.status}`);
  const answer: unknown = await response.json();
  if (answers.size >= MAX_KEPT) answers.clear();
  answers.set(address, answer);
  return answer;
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, MAX_ADDRESS)
    : '';
}
