import { format, relativeDay } from '../lib/format.ts';
import { strings } from '../lib/strings.ts';
import { today } from '../lib/today.ts';
import { useStore } from '../lib/use-store.ts';

/**
 * The time of an anecdote: with its day if `withDay`. Otherwise, where the day is already shown beside it, with how
 * long ago that was, up to a week.
 */
export function AnecdoteTime({ at, withDay }: { at: Date; withDay: boolean }) {
  // Today becomes yesterday while the page stays open.
  useStore(today);
  const now = new Date();
  const relative = relativeDay(at, now);
  const near = relative === strings.relative.today || relative === strings.relative.yesterday;
  const day = near ? relative : format.day(at, now);
  const [first, second] = withDay ? [day, format.time(at)] : [format.time(at), relative];
  return (
    <time dateTime={at.toISOString()} title={format.full(at)}>
      <bdi>{first}</bdi>
      {second !== undefined && (
        <>
          {' · '}
          <bdi>{second}</bdi>
        </>
      )}
    </time>
  );
}
