import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CompactCard } from '../../anecdote/compact-card.tsx';
import { startsWithDeleted } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { Button } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './connections.module.css';
import { connectionStrings as strings } from './strings.ts';

/** Called with the id of the anecdote under the pointer, and with undefined when the pointer leaves it. */
type OnPoint = (id: string | undefined) => void;

/** The anecdotes of the diagram as a list: the parents, the anecdote itself, its children. */
export function LinkList({ onPoint, ...connections }: ConnectionsView & { onPoint: OnPoint }) {
  const { current, parents, children } = connections;
  return (
    <section className={styles.list} aria-label={strings.list}>
      <Part
        title={strings.layers.parent}
        anecdotes={parents.toReversed()}
        isBelowDeleted={startsWithDeleted(connections)}
        onPoint={onPoint}
      />
      <Part title={strings.layers.current} anecdotes={[current]} onPoint={onPoint} />
      <Part title={strings.layers.child} anecdotes={children} onPoint={onPoint} />
    </section>
  );
}

const STEP = 30;

type PartProps = { title: string; anecdotes: readonly AnecdoteView[]; isBelowDeleted?: boolean; onPoint: OnPoint };

function Part({ title, anecdotes, isBelowDeleted = false, onPoint }: PartProps) {
  const [shown, setShown] = useState(STEP);
  const list = useRef<HTMLOListElement>(null);
  const keptFocus = useKeptFocus(list);
  const rest = anecdotes.length - shown;
  if (anecdotes.length === 0 && !isBelowDeleted) return null;
  return (
    <div {...keptFocus}>
      <h2 className={styles.part}>{title}</h2>
      <ol ref={list}>
        {isBelowDeleted && <li className={styles.deleted}>{anecdoteStrings.deleted}</li>}
        {anecdotes.slice(0, shown).map((anecdote) => (
          <li key={anecdote.id}>
            <Link
              to="/anecdotes/$id"
              params={{ id: anecdote.id }}
              className={styles.link}
              onPointerEnter={() => onPoint(anecdote.id)}
              onPointerLeave={() => onPoint(undefined)}
            >
              <CompactCard anecdote={anecdote} variant="row" />
            </Link>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Button className="unprinted" onClick={() => setShown(shown + STEP)}>
          {strings.more(Math.min(STEP, rest))}
        </Button>
      )}
    </div>
  );
}
