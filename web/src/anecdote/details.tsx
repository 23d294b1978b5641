import type { AnecdoteView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import styles from './details.module.css';
import type { TextRange } from './marked-text.tsx';
import { Place } from './place.tsx';
import { anecdoteStrings } from './strings.ts';
import { AnecdoteTime } from './time.tsx';

type DetailsProps = {
  anecdote: AnecdoteView;
  /** Shows the day too, for lists that do not show it. */
  withDay: boolean;
  /** False inside a clickable element. */
  linked?: boolean;
  /** The search matches in the typed text of the place. */
  highlights: readonly TextRange[];
};

/** The time of an anecdote, which links to its screen, and its place. */
export function Details({ anecdote, withDay, linked = true, highlights }: DetailsProps) {
  const { id, timestamp } = anecdote;
  const time = <AnecdoteTime at={new Date(timestamp)} withDay={withDay} />;
  return (
    <>
      {linked ? (
        <Link to="/anecdotes/$id" params={{ id }} className={styles.link}>
          <span className="visually-hidden">{anecdoteStrings.open} </span>
          {time}
        </Link>
      ) : (
        time
      )}
      <Place anecdote={anecdote} linked={linked} highlights={highlights} />
    </>
  );
}
