import type { AnecdoteView } from '@anecdotes/contracts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { placeStrings } from '../../lib/place-strings.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { groupByPlace } from './groups.ts';
import { PlaceSection } from './place-section.tsx';
import styles from './places.module.css';
import { useWalk } from './use-walk.ts';

type PlacesProps = {
  /** What has been read so far, newest first. */
  anecdotes: readonly AnecdoteView[];
  /** How many there are in all. */
  total: number;
  hasMore: boolean;
  isReading: boolean;
  failed: boolean;
  onMore: () => void;
  renderNote: (anecdote: AnecdoteView) => ReactNode;
};

/** How many anecdotes are looked through without being asked, and again each time somebody asks. */
const REACH = 1000;
const PLACES = 30;
const ELSEWHERE = 24;

/** Anecdotes by the places they happened at, and those that have none. `j` and `k` walk them. */
export function Places({ anecdotes, total, hasMore, isReading, failed, onMore, renderNote }: PlacesProps) {
  const root = useRef<HTMLDivElement>(null);
  const [reach, setReach] = useState(REACH);
  const [shownPlaces, setShownPlaces] = useState(PLACES);
  const [shownElsewhere, setShownElsewhere] = useState(ELSEWHERE);
  const { places, elsewhere } = useMemo(() => groupByPlace(anecdotes), [anecdotes]);
  const seen = anecdotes.length;
  const reading = hasMore && seen < reach && !failed;
  useEffect(() => {
    if (reading && !isReading) onMore();
  }, [reading, isReading, onMore]);
  useWalk(root);

  const draw = (anecdote: AnecdoteView) => <li key={anecdote.id}>{renderNote(anecdote)}</li>;
  return (
    <div ref={root} className={styles.places}>
      <section aria-labelledby="places">
        <header className={styles.head}>
          <h2 id="places" className={styles.title}>
            {placeStrings.title}
          </h2>
          <p className={`${styles.figures} numbers`}>
            <span>{placeStrings.locations(places.length)}</span>
            <span>{placeStrings.total(total)}</span>
          </p>
        </header>
        {hasMore && (
          <div className={styles.reach} role="status">
            <p className="numbers">{(reading ? placeStrings.gathering : placeStrings.gathered)(seen, total)}</p>
            {failed && <p role="alert">{placeStrings.failed}</p>}
            {!reading && (
              <Button onClick={failed ? onMore : () => setReach(seen + REACH)}>
                {failed ? strings.errors.retry : placeStrings.further}
              </Button>
            )}
          </div>
        )}
        {places.length === 0 && !reading && <p className={styles.none}>{placeStrings.noPlaces}</p>}
        <ul className={styles.list}>
          {places.slice(0, shownPlaces).map((place) => (
            <PlaceSection key={place.key} place={place} draw={draw} />
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
          <h2 id="elsewhere" className={`${styles.title} numbers`}>
            {placeStrings.elsewhere(elsewhere.length)}
          </h2>
          <ul className={styles.cards}>{elsewhere.slice(0, shownElsewhere).map(draw)}</ul>
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
