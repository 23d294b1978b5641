import type { AnecdoteView } from '@anecdotes/contracts';
import type { ReactNode } from 'react';
import { truncate } from '../lib/truncate.ts';
import styles from './compact-card.module.css';
import { Details } from './details.tsx';
import { anecdoteStrings } from './strings.ts';
import { Tag } from './tag.tsx';

const LETTERS = 100;
const TAGS = 3;

type CompactCardProps = {
  anecdote: AnecdoteView;
  /** `row` has nothing to press, for a list to choose from. */
  variant: 'row' | 'card';
  /** Makes the tags buttons. */
  onTag?: (tag: string) => void;
  /** What follows the tags. */
  children?: ReactNode;
};

/** An anecdote in short: the start of its text, when and where, its first tags and how many more there are. */
export function CompactCard({ anecdote, variant, onTag, children }: CompactCardProps) {
  const { description, tags } = anecdote;
  const rest = tags.slice(TAGS);
  return (
    <div className={`${styles.anecdote} ${styles[variant]}`}>
      <p dir="auto" className={styles.text} data-opens={variant === 'card' || undefined}>
        {truncate(description, LETTERS)}
      </p>
      <div className={`${styles.foot} row`}>
        <p className={`${styles.meta} secondary tabular`}>
          <Details anecdote={anecdote} withDay linked={variant === 'card'} />
        </p>
        {tags.slice(0, TAGS).map((tag) => (
          <Tag
            key={tag}
            name={tag}
            {...(onTag && { title: anecdoteStrings.filterBy(tag), onClick: () => onTag(tag) })}
          />
        ))}
        {rest.length > 0 && (
          <span className="secondary tabular" title={rest.join(', ')}>
            {anecdoteStrings.moreTags(rest.length)}
          </span>
        )}
        {children}
      </div>
    </div>
  );
}
