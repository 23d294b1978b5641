import type { Filter } from '../../anecdote/filter.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Button } from '../../ui/button.tsx';
import styles from './controls.module.css';
import { exactly } from './forgiven.ts';
import { browseStrings } from './strings.ts';

type SearchNotesProps = {
  filter: Filter;
  suggestions: readonly string[];
  /** True when the results contain other words than the searched ones. */
  isForgiven: boolean;
  onFilter: (filter: Filter) => void;
};

/** Says which words were searched for instead of the typed ones, and offers the other suggestions. */
export function SearchNotes({ filter, suggestions, isForgiven, onFilter }: SearchNotesProps) {
  const [meant, ...others] = suggestions;
  if (meant === undefined) return null;
  const search = (q: string) => onFilter({ ...filter, q });
  const offered = isForgiven ? others : suggestions;
  return (
    <p className={`${styles.notes} row secondary unprinted`} role="status">
      {isForgiven && (
        <>
          <span>{browseStrings.resultsFor(meant)}</span>
          <Button variant="quiet" onClick={() => search(exactly(filter.q, meant))}>
            {browseStrings.searchInstead(filter.q)}
          </Button>
        </>
      )}
      {offered.map((words) => (
        <Button key={words} variant="quiet" onClick={() => search(words)}>
          {anecdoteStrings.didYouMean(words)}
        </Button>
      ))}
    </p>
  );
}
