import { format, relativeDay } from '../lib/format.ts';
import { strings } from '../lib/strings.ts';

/** The time of an anecdote: with its day, or with how long ago that was where the day stands elsewhere. */
export function When({ at, withDay }: { at: Date; withDay: boolean }) {
  const now = new Date();
  const relative = relativeDay(at, now);
  const near = relative === strings.relative.today || relative === strings.relative.yesterday;
  const [first, second] = withDay
    ? [near ? relative : format.day(at, now), format.time(at)]
    : [format.time(at), relative];
  return (
    <time dateTime={at.toISOString()} title={format.full(at)}>
      <bdi>{first}</bdi> · <bdi>{second}</bdi>
    </time>
  );
}
