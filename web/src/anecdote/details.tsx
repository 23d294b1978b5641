import type { AnecdoteView } from '@anecdotes/contracts';
import { Place } from './place.tsx';
import { AnecdoteTime } from './time.tsx';

type DetailsProps = {
  anecdote: AnecdoteView;
  /** Shows the day too, where the list does not. */
  withDay?: boolean;
  /** False inside something that is itself pressed. */
  linked?: boolean;
};

/** When and where an anecdote happened. */
export function Details({ anecdote, withDay = false, linked = true }: DetailsProps) {
  return (
    <>
      <AnecdoteTime at={new Date(anecdote.timestamp)} withDay={withDay} />
      <Place anecdote={anecdote} linked={linked} />
    </>
  );
}
