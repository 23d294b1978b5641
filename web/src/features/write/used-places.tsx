import { useQuery } from '@tanstack/react-query';
import { formatPoint, type Point } from '../../map/point.ts';
import { PlaceIcon } from '../../ui/icons.tsx';
import styles from './location-picker.module.css';
import { nearestPlaces } from './nearest-places.ts';
import { pickerStrings } from './picker-strings.ts';
import { locatedQuery } from './queries.ts';

const SHOWN = 5;

type UsedPlacesProps = { near: Point; onChoose: (point: Point, address: string | null) => void };

/** Places of earlier anecdotes, the nearest first. */
export function UsedPlaces({ near, onChoose }: UsedPlacesProps) {
  const { data: anecdotes = [] } = useQuery(locatedQuery());
  const nearest = nearestPlaces(anecdotes, near).slice(0, SHOWN);
  if (nearest.length === 0) return null;
  return (
    <section className={styles.used} aria-label={pickerStrings.used}>
      <h3>{pickerStrings.used}</h3>
      <ul>
        {nearest.map(({ name, point }) => (
          <li key={name}>
            <button type="button" title={formatPoint(point)} onClick={() => onChoose(point, point.address)}>
              <PlaceIcon size={14} />
              <span className="one-line" dir="auto">
                {name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
