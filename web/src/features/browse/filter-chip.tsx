import tag from '../../anecdote/tag.module.css';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './controls.module.css';
import { browseStrings } from './strings.ts';

/** A chip for a part of the filter; a click clears that part. Renders nothing if `name` is undefined. */
export function FilterChip({ name, onClear }: { name: string | undefined; onClear: () => void }) {
  if (name === undefined) return null;
  return (
    <button
      type="button"
      className={`${tag.tag} ${styles.period}`}
      title={browseStrings.removeFilter(name)}
      aria-pressed
      onClick={onClear}
    >
      {name}
      <CloseIcon size={12} />
    </button>
  );
}
