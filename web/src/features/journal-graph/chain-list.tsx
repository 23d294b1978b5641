import { Link } from '@tanstack/react-router';
import { type CSSProperties, useRef, useState } from 'react';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { Button } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './journal-graph.module.css';
import type { ListedChain } from './journal-model.ts';
import { journalGraphStrings as strings } from './strings.ts';

const STEP = 20;

type ChainListProps = {
  /** Oldest first; shown newest first. */
  chains: readonly ListedChain[];
  labelOf: (id: string) => string;
  onPoint: (id: string | undefined) => void;
};

/** The chains of the graph as a list; each one unfolds to its anecdotes, oldest first. */
export function ChainList({ chains, labelOf, onPoint }: ChainListProps) {
  const [shown, setShown] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(list);
  const newestFirst = chains.toSorted((a, b) => b.to - a.to);
  return (
    <section className={styles.list} aria-label={strings.list} {...keptFocus}>
      <ul ref={list}>
        {newestFirst.slice(0, shown).map((chain) => (
          <li key={chain.ids[0]}>
            <ChainItem chain={chain} labelOf={labelOf} onPoint={onPoint} />
          </li>
        ))}
      </ul>
      {shown < chains.length && (
        <Button className="unprinted" onClick={() => setShown(shown + STEP)}>
          {strings.more}
        </Button>
      )}
    </section>
  );
}

function ChainItem({ chain, labelOf, onPoint }: { chain: ListedChain } & Pick<ChainListProps, 'labelOf' | 'onPoint'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { ids, tags, from, to } = chain;
  return (
    <details className={styles.chain} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary style={{ '--tag': tagColour(tags[0]) } as CSSProperties}>
        <span>{strings.chain(tags, ids.length)}</span>
        <span className="secondary tabular">{strings.days(new Date(from), new Date(to))}</span>
      </summary>
      {isOpen && (
        <ol>
          {ids.map((id) => (
            <li key={id}>
              <Link
                to="/anecdotes/$id"
                params={{ id }}
                onPointerEnter={() => onPoint(id)}
                onPointerLeave={() => onPoint(undefined)}
              >
                <span dir="auto">{labelOf(id)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
