import { Link } from '@tanstack/react-router';
import type { Point } from '../map/point.ts';
import { circleText } from './filter.ts';
import { anecdoteStrings } from './strings.ts';

/** The radius of the search for nearby anecdotes, in kilometres. */
const NEIGHBOURHOOD_KM = 1;

/** A link to the anecdotes around a place. */
export function NearLink({ point, className }: { point: Point; className?: string | undefined }) {
  return (
    <Link
      to="/dashboard"
      search={(before) => ({
        near: circleText({ ...point, km: NEIGHBOURHOOD_KM }),
        ...('view' in before && { view: before.view }),
      })}
      className={className}
    >
      {anecdoteStrings.othersNear}
    </Link>
  );
}
