import type { AnecdoteView } from '@anecdotes/contracts';
import { anecdoteStrings } from './strings.ts';

export type Coordinates = NonNullable<AnecdoteView['coordinates']>;

/** The place name of an anecdote: the typed text, else the address, else a generic name for a bare point, else null. */
export function placeName({ coordinates, location }: Pick<AnecdoteView, 'coordinates' | 'location'>): string | null {
  return location || coordinates?.address || (coordinates && anecdoteStrings.customLocation) || null;
}

/** The geocoder's address, to show after the typed text; null if there is no typed text or both are the same. */
export function placeAddress({ coordinates, location }: Pick<AnecdoteView, 'coordinates' | 'location'>): string | null {
  return (location && coordinates?.address !== location && coordinates?.address) || null;
}

/** The URL of OpenStreetMap around the point, to open in a new tab. */
export function mapUrl({ lat, lng }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`;
}
