import type { AnecdoteView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { CompactCard } from './compact-card.tsx';
import { linkStrings } from './link-strings.ts';
import styles from './linked-cards.module.css';

type LinkedCardsProps = {
  anecdotes: readonly AnecdoteView[];
  /** How many are shown at first, and how many more each time the button is pressed; by default all. */
  first: number;
  step?: number;
  /** Called with the id of the anecdote under the pointer, and with undefined when the pointer leaves it. */
  onPoint?: (id: string | undefined) => void;
  /** An item before the first one. */
  children?: ReactNode;
};

/** Anecdotes in short, each a link to its screen; a button shows those that are not shown at first. */
export function LinkedCards({ anecdotes, first, step = Infinity, onPoint, children }: LinkedCardsProps) {
  const [shown, setShown] = useState(first);
  const list = useRef<HTMLOListElement>(null);
  const keptFocus = useKeptFocus(list);
  const rest = anecdotes.length - shown;
  return (
    <div {...keptFocus}>
      <ol ref={list}>
        {children}
        {anecdotes.slice(0, shown).map((anecdote) => (
          <li key={anecdote.id}>
            <Link
              to="/anecdotes/$id"
              params={{ id: anecdote.id }}
              className={styles.link}
              onPointerEnter={() => onPoint?.(anecdote.id)}
              onPointerLeave={() => onPoint?.(undefined)}
            >
              <CompactCard anecdote={anecdote} variant="row" />
            </Link>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Button className="unprinted" onClick={() => setShown(shown + step)}>
          {linkStrings.more(Math.min(step, rest))}
        </Button>
      )}
    </div>
  );
}
