import type { AnecdoteView } from '@anecdotes/contracts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { AnecdoteCard } from '../../anecdote/card.tsx';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { type LoadedSoFar, useLoadedSoFar } from '../../anecdote/use-loaded-so-far.ts';
import type { ViewProps } from '../../anecdote/view.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { groupByPlace } from './groups.ts';
import { PlaceSection } from './place-section.tsx';
import styles from './places.module.css';
import { placeStrings } from './strings.ts';

/** How many anecdotes are loaded without being asked for, and again each time somebody asks for more. */
const BATCH = 1000;
const PLACES = 30;
const ELSEWHERE = 24;

/** Anecdotes by the places they happened at, and those that have none. `j` and `k` move the focus. */
export function Places({ filter, ...cards }: ViewProps) {
  const loaded = useLoadedSoFar(filter);
  return loaded ? <LoadedPlaces loaded={loaded} {...cards} /> : <AnecdoteSkeletons view="grid" />;
}

type LoadedPlacesProps = Omit<ViewProps, 'filter'> & { loaded: LoadedSoFar };

function LoadedPlaces({ loaded, actions, onTag }: LoadedPlacesProps) {
  const { anecdotes, total, hasMore, isLoading, failed, loadMore, isLinked } = loaded;
  const root = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(BATCH);
  const [shownPlaces, setShownPlaces] = useState(PLACES);
  const [shownElsewhere, setShownElsewhere] = useState(ELSEWHERE);
  const { places, elsewhere } = useMemo(() => groupByPlace(anecdotes), [anecdotes]);
  const count = anecdotes.length;
  const continues = hasMore && count < limit && !failed;
  useEffect(() => {
    if (continues && !isLoading) loadMore();
  }, [continues, isLoading, loadMore]);
  useRovingFocus(root);

  const renderCard = (anecdote: AnecdoteView) => (
    <li key={anecdote.id}>
      <AnecdoteCard anecdote={anecdote} linked={isLinked(anecdote)} variant="compact" actions={actions} onTag={onTag} />
    </li>
  );
  return (
    <div ref={root} className={styles.places}>
      <section aria-labelledby="places">
        <header className={styles.head}>
          <h2 id="places" className={styles.title}>
            {placeStrings.title}
          </h2>
          <p className={`${styles.figures} secondary tabular`}>
            <span>{placeStrings.locations(places.length)}</span>
            <span>{placeStrings.total(total)}</span>
          </p>
        </header>
        {hasMore && (
          <div className={`${styles.progress} row secondary`} role="status">
            <p className="tabular">{(continues ? placeStrings.gathering : placeStrings.gathered)(count, total)}</p>
            {failed && <p role="alert">{placeStrings.failed}</p>}
            {!continues && (
              <Button onClick={failed ? loadMore : () => setLimit(count + BATCH)}>
                {failed ? strings.errors.retry : placeStrings.further}
              </Button>
            )}
          </div>
        )}
        {places.length === 0 && !continues && <p className={styles.none}>{placeStrings.noPlaces}</p>}
        <ul className={styles.list}>
          {places.slice(0, shownPlaces).map((place) => (
            <PlaceSection key={place.key} place={place} renderCard={renderCard} />
          ))}
        </ul>
        {places.length > shownPlaces && (
          <Button onClick={() => setShownPlaces(shownPlaces + PLACES)}>
            {placeStrings.morePlaces(Math.min(PLACES, places.length - shownPlaces))}
          </Button>
        )}
      </section>
      {elsewhere.length > 0 && (
        <section aria-labelledby="elsewhere">
          <h2 id="elsewhere" className={`${styles.title} tabular`}>
            {placeStrings.elsewhere(elsewhere.length)}
          </h2>
          <ul className={styles.cards}>{elsewhere.slice(0, shownElsewhere).map(renderCard)}</ul>
          {elsewhere.length > shownElsewhere && (
            <Button onClick={() => setShownElsewhere(shownElsewhere + ELSEWHERE)}>
              {placeStrings.moreElsewhere(Math.min(ELSEWHERE, elsewhere.length - shownElsewhere))}
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

/** Moves the focus among the cards below `root` by `j` and `k`. */
function useRovingFocus(root: RefObject<HTMLElement | null>): void {
  const move = (step: number) => {
    const cards = [...(root.current?.querySelectorAll<HTMLElement>('[data-anecdote]') ?? [])];
    const focused = cards.findIndex((card) => card.contains(document.activeElement));
    cards[Math.max(0, Math.min(cards.length - 1, focused + step))]?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
