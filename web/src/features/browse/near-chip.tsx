import { type Filter, parseCircle } from '../../anecdote/filter.ts';
import tag from '../../anecdote/tag.module.css';
import { formatPoint } from '../../map/point.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './controls.module.css';
import { browseStrings } from './strings.ts';

/** The circle of `filter`, which a click clears; nothing where it has none. */
export function NearChip({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const circle = parseCircle(filter.near);
  if (circle === undefined) return null;
  const name = browseStrings.near(circle.km, formatPoint(circle));
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
