import { useQuery } from '@tanstack/react-query';
import { type Coordinates, placeName } from '../../anecdote/place-name.ts';
import { distance, formatPoint, type Point } from '../../map/point.ts';
import { PlaceIcon } from '../../ui/icons.tsx';
import styles from './location-picker.module.css';
import { pickerStrings } from './picker-strings.ts';
import { locatedQuery } from './queries.ts';

const SHOWN = 5;

type UsedPlacesProps = { near: Point; onChoose: (point: Point, address: string | null) => void };

/** Places of earlier anecdotes, the nearest first. */
export function UsedPlaces({ near, onChoose }: UsedPlacesProps) {
  const { data: anecdotes = [] } = useQuery(locatedQuery());
  const places = new Map<string, { name: string; point: Coordinates }>();
  for (const anecdote of anecdotes) {
    const { coordinates: point } = anecdote;
    const name = placeName(anecdote);
    // What lies within about ten metres is one place.
    if (point && name !== null && !places.has(formatPoint(point))) places.set(formatPoint(point), { name, point });
  }
  const nearest = [...places].sort(([, a], [, b]) => distance(near, a.point) - distance(near, b.point)).slice(0, SHOWN);
  if (nearest.length === 0) return null;
  return (
    <section className={styles.used} aria-label={pickerStrings.used}>
      <h3>{pickerStrings.used}</h3>
      <ul>
        {nearest.map(([key, { name, point }]) => (
          <li key={key}>
            <button type="button" title={formatPoint(point)} onClick={() => onChoose(point, point.address)}>
              <PlaceIcon size={14} />
              <span dir="auto">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
