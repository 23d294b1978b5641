import type { AnecdoteView } from '@anecdotes/contracts';
import { CardMap } from '../../anecdote/card-map.tsx';
import { NearLink } from '../../anecdote/near-link.tsx';
import { mapUrl, placeAddress, placeName } from '../../anecdote/place-name.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { formatPoint } from '../../map/point.ts';
import { useShowMaps } from '../../map/show-maps.ts';
import { passFocus } from '../../ui/pass-focus.ts';
import styles from './read.module.css';
import { readStrings } from './strings.ts';

/** Where an anecdote happened: a small map, the name and address, and links to a map and to anecdotes nearby. */
export function Where({ anecdote }: { anecdote: AnecdoteView }) {
  const { coordinates, location } = anecdote;
  const [showsMaps, setShowsMaps] = useShowMaps();
  const address = placeAddress(anecdote);
  return (
    <section className={styles.where} aria-label={readStrings.place}>
      {coordinates && (
        <div className="unprinted">
          <CardMap point={coordinates} location={location} />
        </div>
      )}
      <p className={styles.place} dir="auto">
        {placeName(anecdote)}
      </p>
      {address && (
        <p className="secondary" dir="auto">
          {address}
        </p>
      )}
      {coordinates && (
        <>
          <p className="secondary tabular">{formatPoint(coordinates)}</p>
          <p className={`${styles.around} row secondary unprinted`}>
            <a href={mapUrl(coordinates)} target="_blank" rel="noopener noreferrer">
              {anecdoteStrings.openInMaps}
            </a>
            <NearLink point={coordinates} />
            {!showsMaps && (
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  passFocus(currentTarget, currentTarget.previousElementSibling);
                  setShowsMaps(true);
                }}
              >
                {readStrings.showMaps}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}
