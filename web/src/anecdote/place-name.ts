import type { AnecdoteView } from '@anecdotes/contracts';
import { anecdoteStrings } from './strings.ts';

export type Coordinates = NonNullable<AnecdoteView['coordinates']>;

/** The place of an anecdote: the person's own words, else its address, else a word for a bare point; or null. */
export function placeName({ coordinates, location }: Pick<AnecdoteView, 'coordinates' | 'location'>): string | null {
  return location || coordinates?.address || (coordinates && anecdoteStrings.customLocation) || null;
}

/** An open map around the point, to be opened in a tab of its own. */
export function mapUrl({ lat, lng }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`;
}
