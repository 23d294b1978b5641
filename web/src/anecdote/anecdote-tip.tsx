import type { AnecdoteView } from '@anecdotes/contracts';
import { format } from '../lib/format.ts';
import { truncate } from '../lib/truncate.ts';
import styles from './anecdote-tip.module.css';
import { plainText } from './plain-text.ts';
import { Tag } from './tag.tsx';

type AnecdoteTipProps = {
  anecdote: Pick<AnecdoteView, 'description' | 'timestamp' | 'tags'> | undefined;
  /** The length from which the text is cut; by default it is shown as a whole. */
  letters?: number;
};

/** The text of an anecdote, with its date and its tags, for a tooltip. */
export function AnecdoteTip({ anecdote, letters }: AnecdoteTipProps) {
  if (!anecdote) return null;
  const { description, timestamp, tags } = anecdote;
  const text = plainText(description);
  return (
    <>
      <p dir="auto" className={styles.text}>
        {letters === undefined ? text : truncate(text, letters)}
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
