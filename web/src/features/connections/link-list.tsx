import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { LinkedCards } from '../../anecdote/linked-cards.tsx';
import { startsWithDeleted } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
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
  if (anecdotes.length === 0 && !isBelowDeleted) return null;
  return (
    <div>
      <h2 className={styles.part}>{title}</h2>
      <LinkedCards anecdotes={anecdotes} first={STEP} step={STEP} onPoint={onPoint}>
        {isBelowDeleted && <li className={styles.deleted}>{anecdoteStrings.deleted}</li>}
      </LinkedCards>
    </div>
  );
}
