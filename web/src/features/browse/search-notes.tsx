import type { Filter } from '../../anecdote/filter.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './controls.module.css';
import { quoteMistyped } from './forgiven.ts';
import { browseStrings } from './strings.ts';

type SearchNotesProps = {
  filter: Filter;
  suggestions: readonly string[];
  /** True when the results contain other words than the searched ones. */
  isCorrected: boolean;
  onFilter: (filter: Filter) => void;
};

/** Says which words were searched for instead of the typed ones, and offers the other suggestions. */
export function SearchNotes({ filter, suggestions, isCorrected, onFilter }: SearchNotesProps) {
  const [suggestion, ...others] = suggestions;
  const search = (q: string) => onFilter({ ...filter, q });
  const offered = isCorrected ? others : suggestions;
  return (
    <Status>
      {suggestion !== undefined && (
        <p className={`${styles.notes} row secondary unprinted`}>
          {isCorrected && (
            <>
              <span>{browseStrings.resultsFor(suggestion)}</span>
              <Button variant="quiet" onClick={() => search(quoteMistyped(filter.q, suggestion))}>
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
      )}
    </Status>
  );
}
