import type { AnecdoteView } from '@anecdotes/contracts';
import { format } from '../lib/format.ts';
import styles from './anecdote-tip.module.css';
import { plainText } from './plain-text.ts';
import { Tag } from './tag.tsx';

type AnecdoteTipProps = { anecdote: Pick<AnecdoteView, 'description' | 'timestamp' | 'tags'> | undefined };

/** The whole text of an anecdote, with its date and its tags, for the tooltip of a graph. */
export function AnecdoteTip({ anecdote }: AnecdoteTipProps) {
  if (!anecdote) return null;
  const { description, timestamp, tags } = anecdote;
  return (
    <>
      <p dir="auto" className={styles.text}>
        {plainText(description)}
      </p>
      <p className="secondary tabular">{format.full(new Date(timestamp))}</p>
      {tags.length > 0 && (
        <p className={`${styles.tags} row`}>
          {tags.map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </p>
      )}
    </>
  );
}
