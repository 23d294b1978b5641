import type { AnecdoteView } from '@anecdotes/contracts';
import { mapConstants } from '../map/constants.ts';
import { openMapUrl } from '../map/point.ts';
import { anecdoteStrings } from './strings.ts';

export type Coordinates = NonNullable<AnecdoteView['coordinates']>;

/** The place of an anecdote: the person's own words, else its address, else a word for a bare point; or null. */
export function placeName({ coordinates, location }: Pick<AnecdoteView, 'coordinates' | 'location'>): string | null {
  return location || coordinates?.address || (coordinates && anecdoteStrings.customLocation) || null;
}

/** The geocoder's address where the person's own words come first; null where it says nothing more. */
export function placeAddress({ coordinates, location }: Pick<AnecdoteView, 'coordinates' | 'location'>): string | null {
  return (location && coordinates?.address !== location && coordinates?.address) || null;
}

/** An open map around the point, to be opened in a tab of its own. */
export function mapUrl(point: Coordinates): string {
  return openMapUrl(point, mapConstants.map.openInMapsZoom);
}
