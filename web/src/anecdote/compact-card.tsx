import type { AnecdoteView } from '@anecdotes/contracts';
import type { ReactNode } from 'react';
import styles from './compact-card.module.css';
import { Details } from './details.tsx';
import { excerptOf } from './excerpt.ts';
import { highlightsIn, MarkedText } from './marked-text.tsx';
import type { Highlight } from './search.ts';
import { anecdoteStrings } from './strings.ts';
import { Tag } from './tag.tsx';

const LETTERS = 100;
const TAGS = 3;

type CompactCardProps = {
  anecdote: AnecdoteView;
  /** `row` contains no links, because the list to choose from makes the whole row clickable. */
  variant: 'row' | 'card';
  /** Where the searched words occur. */
  highlights?: readonly Highlight[];
  /** If given, the tags are buttons. */
  onTag?: (tag: string) => void;
  /** Shown after the tags. */
  children?: ReactNode;
};

/** An anecdote in short: the start of its text, when and where, its first tags and how many more there are. */
export function CompactCard({ anecdote, variant, highlights = [], onTag, children }: CompactCardProps) {
  const { description, tags } = anecdote;
  const rest = tags.slice(TAGS);
  const excerpt = excerptOf(description, highlightsIn(highlights, 'description'), LETTERS);
  return (
    <div className={`${styles.anecdote} ${variant === 'row' ? styles.row : ''}`}>
      <p dir="auto" className={styles.text} data-opens={variant === 'card' || undefined}>
        <MarkedText {...excerpt} linked={false} />
      </p>
      <div className={`${styles.foot} row`}>
        <p className={`${styles.meta} secondary tabular`}>
          <Details
            anecdote={anecdote}
            withDay
            linked={variant === 'card'}
            highlights={highlightsIn(highlights, 'location')}
          />
        </p>
        {tags.slice(0, TAGS).map((tag, index) => (
          <Tag
            key={tag}
            name={tag}
            highlights={highlightsIn(highlights, 'tags', index)}
            {...(onTag && { title: anecdoteStrings.filterBy(tag), onClick: () => onTag(tag) })}
          />
        ))}
        {rest.length > 0 && (
          <span className="secondary tabular" title={rest.join(', ')}>
            {anecdoteStrings.more(rest.length)}
          </span>
        )}
        {children}
      </div>
    </div>
  );
}
