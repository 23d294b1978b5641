import type { AnecdoteView } from '@anecdotes/contracts';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import type { Filter } from '../../anecdote/filter.ts';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { type LoadedSoFar, useLoadedSoFar } from '../../anecdote/use-loaded-so-far.ts';
import { strings as common } from '../../lib/strings.ts';
import { usePrinting } from '../../lib/use-printing.ts';
import { Button } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './places.module.css';
import { placeStrings as strings } from './strings.ts';

type AreaListProps = {
  filter: Filter;
  /** The heading over `total` anecdotes; undefined when they could not be loaded. */
  heading: (total: number | undefined) => ReactNode;
  /** Shown when no anecdote passes the filter. */
  none?: string;
  /** Renders one anecdote. Must keep its identity, so that cards that stay are not rendered again. */
  renderCard: (anecdote: AnecdoteView, chains: LoadedSoFar['chains']) => ReactNode;
};

/** The anecdotes that pass `filter`, newest first, under a heading that counts them; more of them on request. */
export function AreaList({ filter, heading, none, renderCard }: AreaListProps) {
  const loaded = useLoadedSoFar(filter);
  // Cards are rendered deferred: thirty at once would block the map. A printed page must have them at once.
  const deferred = { anecdotes: useDeferredValue(loaded?.anecdotes), chains: useDeferredValue(loaded?.chains) };
  const { anecdotes, chains } = usePrinting() && loaded ? loaded : deferred;
  const cards = useMemo(
    () => anecdotes && chains && anecdotes.map((anecdote) => renderCard(anecdote, chains)),
    [anecdotes, chains, renderCard],
  );
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  if (!loaded || !cards) return <AnecdoteSkeletons view="grid" />;
  const { total, hasMore, isLoading, failed, loadMore } = loaded;
  const isRendering = anecdotes !== loaded.anecdotes;
  return (
    <>
      {heading(failed && loaded.anecdotes.length === 0 ? undefined : total)}
      {none && total === 0 && !failed && <p className={styles.none}>{none}</p>}
      <ul {...keptFocus} ref={list} className={styles.cards}>
        {cards}
      </ul>
      {failed && <p role="alert">{strings.failed}</p>}
      {(hasMore || isRendering) && (
        <Button {...keptFocus} className="unprinted" busy={isLoading || isRendering} onClick={loadMore}>
          {failed ? common.errors.retry : strings.more}
        </Button>
      )}
    </>
  );
}
