import type { AnecdoteView } from '@anecdotes/contracts';
import { strings } from './strings.ts';

export type Coordinates = NonNullable<AnecdoteView['coordinates']>;

/** What the place of an anecdote is called: its address, else its location, else a word for a bare point; or null. */
export function placeName({ coordinates, location }: Pick<AnecdoteView, 'coordinates' | 'location'>): string | null {
  return coordinates?.address || location || (coordinates && strings.browse.customLocation) || null;
}

/** An open map around the point, to be opened in a tab of its own. */
export function mapAddress({ lat, lng }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`;
}
