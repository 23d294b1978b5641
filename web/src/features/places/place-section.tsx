import type { AnecdoteView } from '@anecdotes/contracts';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { mapUrl } from '../../anecdote/place-name.ts';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PlaceIcon } from '../../ui/icons.tsx';
import type { Place } from './groups.ts';
import styles from './places.module.css';
import { placeStrings as strings } from './strings.ts';

const STEP = 3;

/** A place with its newest anecdotes; the others on request. */
export function PlaceSection({
  place,
  renderCard,
}: {
  place: Place;
  renderCard: (anecdote: AnecdoteView) => ReactNode;
}) {
  const { name, point, anecdotes } = place;
  const [shown, setShown] = useState(STEP);
  const rest = anecdotes.length - shown;
  return (
    <li className={`${styles.place} bead`} style={{ '--tag': tagColour(anecdotes[0]?.tags[0]) } as CSSProperties}>
      <header className={styles.where}>
        <div className={styles.called}>
          <h3 className={styles.name}>{name}</h3>
          <span className="secondary tabular">{strings.here(anecdotes.length)}</span>
        </div>
        <a
          className={buttonClass('quiet')}
          href={mapUrl(point)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={strings.openPlaceInMaps(name)}
        >
          <PlaceIcon />
          {strings.openInMaps}
        </a>
      </header>
      <ul className={styles.cards}>{anecdotes.slice(0, shown).map(renderCard)}</ul>
      {rest > 0 && (
        <Button onClick={() => setShown(shown + 4 * STEP)}>{strings.moreHere(Math.min(rest, 4 * STEP))}</Button>
      )}
    </li>
  );
}
