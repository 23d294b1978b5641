import type { AnecdoteView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import styles from './details.module.css';
import type { TextRange } from './marked-text.tsx';
import { Place } from './place.tsx';
import { anecdoteStrings } from './strings.ts';
import { AnecdoteTime } from './time.tsx';

type DetailsProps = {
  anecdote: AnecdoteView;
  /** Shows the day too, where the list does not. */
  withDay?: boolean;
  /** False inside something that is itself pressed. */
  linked?: boolean;
  /** What was searched for in the person's words for the place. */
  marks?: readonly TextRange[];
};

/** When an anecdote happened, which leads to its screen, and where. */
export function Details({ anecdote, withDay = false, linked = true, marks }: DetailsProps) {
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
      <Place anecdote={anecdote} linked={linked} marks={marks} />
    </>
  );
}
