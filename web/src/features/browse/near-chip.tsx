import type { Filter } from '../../anecdote/filter.ts';
import { circleWords } from '../../anecdote/filter-words.ts';
import tag from '../../anecdote/tag.module.css';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './controls.module.css';
import { browseStrings } from './strings.ts';

/** A chip with the circle around a point that `filter` has; a click clears it. Renders nothing without a circle. */
export function NearChip({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const name = circleWords(filter);
  if (name === undefined) return null;
  return (
    <button
      type="button"
      className={`${tag.tag} ${styles.period}`}
      title={browseStrings.removeFilter(name)}
      aria-pressed
      onClick={() => onFilter({ ...filter, near: '' })}
    >
      {name}
      <CloseIcon size={12} />
    </button>
  );
}
