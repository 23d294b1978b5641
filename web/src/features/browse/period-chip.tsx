import type { Filter } from '../../anecdote/filter.ts';
import { periodWords } from '../../anecdote/filter-words.ts';
import tag from '../../anecdote/tag.module.css';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './controls.module.css';
import { browseStrings } from './strings.ts';

/** A chip with the time period of `filter`; a click clears it. Renders nothing without a period. */
export function PeriodChip({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const period = periodWords(filter);
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
