import type { AnecdoteView } from '@anecdotes/contracts';
import { truncate } from '../lib/truncate.ts';
import { PlaceIcon } from '../ui/icons.tsx';
import { MarkedText, type TextRange } from './marked-text.tsx';
import styles from './place.module.css';
import { mapUrl, placeAddress, placeName } from './place-name.ts';
import { anecdoteStrings } from './strings.ts';

const ADDRESS_LETTERS = 60;

type PlaceProps = {
  anecdote: AnecdoteView;
  /** False inside something that is itself pressed: the name leads nowhere then. */
  linked?: boolean;
  /** What was searched for in the person's own words. */
  marks?: readonly TextRange[] | undefined;
};

/** Where an anecdote happened, behind a dot: the person's words, then the address; a point leads to an open map. */
export function Place({ anecdote, linked = true, marks }: PlaceProps) {
  const words = placeName(anecdote);
  const address = placeAddress(anecdote);
  const { coordinates } = anecdote;
  if (words === null) return null;
  const name = <MarkedText text={words} marks={anecdote.location ? marks : []} linked={false} />;
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
