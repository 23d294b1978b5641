import { isComposing } from '../../lib/is-composing.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import styles from './find-field.module.css';
import { connectionStrings as strings } from './strings.ts';

type FindFieldProps = {
  term: string;
  onTerm: (term: string) => void;
  /** The ids of the anecdotes found, in order, and the one that the graph has focused. */
  found: readonly string[];
  at: string;
  onGo: (id: string) => void;
};

/** Searches within the graph: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindField({ term, onTerm, found, at, onGo }: FindFieldProps) {
  const isEmpty = term.trim() === '';
  const go = (by: 1 | -1) => {
    const index = found.indexOf(at);
    const next = found.at((index < 0 ? (by === 1 ? 0 : -1) : index + by) % found.length);
    if (next !== undefined) onGo(next);
  };
  return (
    <search className={styles.find}>
      <SearchIcon />
      <input
        type="text"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        aria-label={strings.find}
        placeholder={strings.find}
        maxLength={200}
        value={term}
        onChange={({ target }) => onTerm(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter' && !isEmpty) go(event.shiftKey ? -1 : 1);
          if (event.key !== 'Escape' || term === '') return;
          event.preventDefault();
          onTerm('');
        }}
      />
      <span className="secondary tabular" role="status">
        {isEmpty ? '' : strings.found(found.length)}
      </span>
    </search>
  );
}
