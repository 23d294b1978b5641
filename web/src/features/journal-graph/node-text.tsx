import { useQuery } from '@tanstack/react-query';
import { useAsOf } from '../../anecdote/as-of.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { Tag } from '../../anecdote/tag.tsx';
import { format } from '../../lib/format.ts';
import styles from './journal-graph.module.css';

type NodeTextProps = { id: string; label: string; time: number; tag: string | undefined };

/** The anecdote of a node: its label and one tag at once, its whole text and all of its tags when loaded. */
export function NodeText({ id, label, time, tag }: NodeTextProps) {
  const { data } = useQuery(anecdoteQuery(id, useAsOf()));
  const tags = data?.tags ?? (tag === undefined ? [] : [tag]);
  return (
    <>
      <p dir="auto" className={styles.whole}>
        {plainText(data?.description ?? label)}
      </p>
      <p className="secondary tabular">{format.full(new Date(time))}</p>
      {tags.length > 0 && (
        <p className={`${styles.tags} row`}>
          {tags.map((name) => (
            <Tag key={name} name={name} />
          ))}
        </p>
      )}
    </>
  );
}
