import type { Filter } from '../../anecdote/filter.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import tag from '../../anecdote/tag.module.css';
import { format } from '../../lib/format.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './controls.module.css';
import { browseStrings } from './strings.ts';

/** The time period of `filter`, which a click clears; nothing where it has none. */
export function PeriodChip({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const period = nameOf(filter);
  if (period === undefined) return null;
  return (
    <button
      type="button"
      className={`${tag.tag} ${styles.period}`}
      title={browseStrings.removeFilter(period)}
      aria-pressed
      onClick={() => onFilter({ ...filter, period: 'all', from: '', to: '' })}
    >
      {period}
      <CloseIcon size={12} />
    </button>
  );
}

function nameOf({ period, from, to }: Filter): string | undefined {
  if (period === 'all') return undefined;
  if (period !== 'custom') return anecdoteStrings.filters.periods[period];
  const [first, last] = [from, to].map((day) => day && format.day(new Date(`${day}T00:00`), new Date()));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return browseStrings.since(first);
  return last ? browseStrings.until(last) : undefined;
}
