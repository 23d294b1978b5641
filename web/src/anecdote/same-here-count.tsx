import type { AnecdoteView } from '@anecdotes/contracts';
import { format } from '../lib/format.ts';
import { EchoIcon } from '../ui/icons.tsx';
import styles from './same-here-count.module.css';
import { anecdoteStrings } from './strings.ts';

/** How often Same Here was said, where it was. */
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
