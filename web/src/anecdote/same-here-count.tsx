import type { AnecdoteView } from '@anecdotes/contracts';
import { format } from '../lib/format.ts';
import { EchoIcon } from '../ui/icons.tsx';
import styles from './same-here-count.module.css';
import { anecdoteStrings } from './strings.ts';

/** The Same Here count of an anecdote; nothing when it is 0. */
export function SameHereCount({ reaction_count: count }: Pick<AnecdoteView, 'reaction_count'>) {
  if (count === 0) return null;
  return (
    <span className={`${styles.count} secondary`} title={anecdoteStrings.sameHere}>
      <EchoIcon size={16} />
      <span className="visually-hidden">{anecdoteStrings.sameHere} </span>
      {format.number(count)}
    </span>
  );
}
