import type { AnecdoteView } from '@anecdotes/contracts';
import { type Coordinates, placeName } from '../../anecdote/place-name.ts';
import { distance, formatPoint, type Point } from '../../map/point.ts';

type UsedPlace = { name: string; point: Coordinates };

/** The places of `anecdotes`, each name once, the nearest to `near` first. Unnamed points are named by coordinates. */
export function nearestPlaces(
  anecdotes: readonly Pick<AnecdoteView, 'coordinates' | 'location'>[],
  near: Point,
): UsedPlace[] {
  const used = anecdotes.flatMap(({ location, coordinates: point }) => {
    if (!point) return [];
    const isNamed = location || point.address;
    const name = (isNamed && placeName({ location, coordinates: point })) || formatPoint(point);
    return [{ name, point, away: distance(near, point) }];
  });
  const nearest = new Map<string, UsedPlace>();
  for (const { name, point } of used.sort((one, other) => one.away - other.away)) {
    const folded = name.trim().toLowerCase();
    if (!nearest.has(folded)) nearest.set(folded, { name, point });
  }
  return [...nearest.values()];
}
