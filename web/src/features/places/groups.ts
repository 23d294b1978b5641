import type { AnecdoteView } from '@anecdotes/contracts';
import { type Coordinates, placeName } from '../../anecdote/place-name.ts';

/** A point on the map and the anecdotes that happened there, in their order. */
export type Place = { key: string; name: string; point: Coordinates; anecdotes: AnecdoteView[] };

/** About eleven metres: what lies nearer together is one place. */
const DECIMALS = 4;

/** The places of `anecdotes` in the order in which they first come up, and the anecdotes that have none. */
export function groupByPlace(anecdotes: readonly AnecdoteView[]): { places: Place[]; elsewhere: AnecdoteView[] } {
  const places = new Map<string, Place>();
  const elsewhere: AnecdoteView[] = [];
  for (const anecdote of anecdotes) {
    const { coordinates: point } = anecdote;
    const name = placeName(anecdote);
    if (point === null || name === null) {
      elsewhere.push(anecdote);
      continue;
    }
    const key = `${point.lat.toFixed(DECIMALS)} ${point.lng.toFixed(DECIMALS)}`;
    const place = places.get(key);
    if (place) place.anecdotes.push(anecdote);
    else places.set(key, { key, name, point, anecdotes: [anecdote] });
  }
  return { places: [...places.values()], elsewhere };
}
