import type { AnecdoteView } from '@anecdotes/contracts';
import { truncate } from '../lib/truncate.ts';
import { PlaceIcon } from '../ui/icons.tsx';
import styles from './details.module.css';
import { MarkedText, type TextRange } from './marked-text.tsx';
import { mapUrl, placeAddress, placeName } from './place-name.ts';
import { anecdoteStrings } from './strings.ts';

const ADDRESS_LETTERS = 60;

type PlaceProps = {
  anecdote: AnecdoteView;
  /** False inside a clickable element: the name is not a link then. */
  linked: boolean;
  /** Search matches in the typed text of the place. */
  highlights: readonly TextRange[];
};

/** The place of an anecdote after a dot: the typed text, then the address; coordinates link to OpenStreetMap. */
export function Place({ anecdote, linked, highlights }: PlaceProps) {
  const words = placeName(anecdote);
  const address = placeAddress(anecdote);
  const { coordinates } = anecdote;
  if (words === null) return null;
  const name = <MarkedText text={words} highlights={anecdote.location ? highlights : []} linked={false} />;
  if (!coordinates || !linked) return <span className={styles.place}>{name}</span>;
  return (
    <span className={styles.place}>
      <a
        href={mapUrl(coordinates)}
        target="_blank"
        rel="noopener noreferrer"
        className={styles.link}
        title={anecdoteStrings.openInMaps}
      >
        {name}
        <span className="visually-hidden">, {anecdoteStrings.openInMaps}</span>
        <PlaceIcon size={14} />
      </a>
      {address && (
        <span title={address}>
          <span className="visually-hidden">,</span> {truncate(address, ADDRESS_LETTERS)}
        </span>
      )}
    </span>
  );
}
