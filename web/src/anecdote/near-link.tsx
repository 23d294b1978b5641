import { Link } from '@tanstack/react-router';
import type { Point } from '../map/point.ts';
import { circleText } from './filter.ts';
import { anecdoteStrings } from './strings.ts';

/** What is still the same neighbourhood, in kilometres. */
const NEIGHBOURHOOD_KM = 1;

/** Leads to the anecdotes around a place. */
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
