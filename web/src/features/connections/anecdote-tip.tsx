import type { AnecdoteView } from '@anecdotes/contracts';
import { plainText } from '../../anecdote/plain-text.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { format } from '../../lib/format.ts';
import styles from './diagram.module.css';

/** The whole text of an anecdote, with its date and its tags. */
export function AnecdoteTip({ anecdote }: { anecdote: AnecdoteView | undefined }) {
  if (!anecdote) return null;
  const { description, timestamp, tags } = anecdote;
  return (
    <>
      <p dir="auto" className={styles.whole}>
        {plainText(description)}
      </p>
      <p className="secondary tabular">{format.full(new Date(timestamp))}</p>
      {tags.length > 0 && (
        <p className={styles.allTags}>
          {tags.map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </p>
      )}
    </>
  );
}
