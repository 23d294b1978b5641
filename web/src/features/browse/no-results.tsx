import { parseSearch } from '@anecdotes/contracts';
import { type Filter, isFiltering, noFilter, toggleTag } from '../../anecdote/filter.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { browseStrings } from './strings.ts';

type NoResultsProps = {
  title: string;
  filter: Filter;
  /** Other queries that the person may have meant. */
  suggestions: readonly string[];
  onFilter: (filter: Filter) => void;
};

/** Says that nothing passes `filter`, and offers buttons that loosen it. */
export function NoResults({ title, filter, suggestions, onFilter }: NoResultsProps) {
  const { q, tags, period, near } = filter;
  const others = { ...filter, q: '' };
  const isNarrowed = isFiltering(others);
  const isWords = parseSearch(q).every(({ kind, isExcluded }) => (kind === 'word' || kind === 'phrase') && !isExcluded);
  const nothing = isWords ? browseStrings.nothingFound : browseStrings.nothingFits;
  const text = q === '' ? browseStrings.nothingPasses : nothing(q, isNarrowed);
  return (
    <EmptyState title={title} text={text}>
      {suggestions.map((words) => (
        <Button key={words} onClick={() => onFilter({ ...filter, q: words })}>
          {anecdoteStrings.didYouMean(words)}
        </Button>
      ))}
      {q !== '' && isNarrowed && (
        <>
          <Button onClick={() => onFilter({ ...noFilter, q })}>{browseStrings.searchEverything}</Button>
          <Button onClick={() => onFilter(others)}>{browseStrings.clearSearch}</Button>
        </>
      )}
      {tags.length + Number(period !== 'all') + Number(near !== '') + Number(q !== '') > 1 && (
        <>
          {tags.map((tag) => (
            <Button key={tag} onClick={() => onFilter({ ...filter, tags: toggleTag(tags, tag) })}>
              {browseStrings.removeFilter(tag)}
            </Button>
          ))}
          {period !== 'all' && (
            <Button onClick={() => onFilter({ ...filter, period: 'all', from: '', to: '' })}>
              {browseStrings.removeFilter(anecdoteStrings.filters.periods[period])}
            </Button>
          )}
          {near !== '' && <Button onClick={() => onFilter({ ...filter, near: '' })}>{browseStrings.anywhere}</Button>}
        </>
      )}
      <Button onClick={() => onFilter(noFilter)}>{anecdoteStrings.filters.clearFilters}</Button>
    </EmptyState>
  );
}
