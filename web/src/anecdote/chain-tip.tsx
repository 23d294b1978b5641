import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { Tooltip } from '@base-ui/react/tooltip';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { truncate } from '../lib/truncate.ts';
import floating from '../ui/floating.module.css';
import { AnecdoteTip } from './anecdote-tip.tsx';
import { useAsOf } from './as-of.ts';
import styles from './chain-tip.module.css';
import { plainText } from './plain-text.ts';
import { connectionsQuery } from './queries.ts';
import { anecdoteStrings } from './strings.ts';

/** The number of anecdotes to load; enough for all dots of a card's diagram. */
const LIMIT = 40;
const CHILDREN = 4;
const LETTERS = 70;
const WHOLE_LETTERS = 400;

type ChainTipProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  /** The dot under the pointer: 0 is the anecdote itself, negative numbers are ancestors, positive ones descendants. */
  pointed: number | undefined;
  /** The dot of a deleted anecdote, counted the same way. */
  gone: number | undefined;
};

/** A tooltip that shows the anecdotes behind the dots of a card's diagram; they are loaded when it opens. */
export function ChainTip({ id, anchor, pointed, gone }: ChainTipProps) {
  const { data } = useQuery(connectionsQuery(id, { limit: LIMIT, as_of: useAsOf() }));
  if (!data) return null;
  return (
    <Tooltip.Root open>
      {/* In the main element: inside the card, the next card would cover it. */}
      <Tooltip.Portal container={document.getElementById('main')}>
        <Tooltip.Positioner className={floating.positioner} anchor={anchor} sideOffset={8} collisionPadding={12}>
          <Tooltip.Popup className={`${floating.popup} sheet ${styles.tip}`}>
            {pointed === undefined ? (
              <Around {...data} />
            ) : pointed === gone ? (
              <p className={styles.gone}>{anecdoteStrings.deleted}</p>
            ) : (
              <AnecdoteTip anecdote={anecdoteAt(data, pointed)} letters={WHOLE_LETTERS} />
            )}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

function anecdoteAt({ current, parents, children }: ConnectionsView, at: number): AnecdoteView | undefined {
  if (at === 0) return current;
  return at < 0 ? parents[-at - 1] : children[at - 1];
}

/** The parent, the anecdote itself and its first children, shortened. */
function Around({ current, parents, children }: ConnectionsView) {
  const next = children.filter(({ connected_to }) => connected_to === current.id);
  const near = [...parents.slice(0, 1), current, ...next.slice(0, CHILDREN)];
  return (
    <ol className={styles.around}>
      {near.map((anecdote) => (
        <li key={anecdote.id} dir="auto" aria-current={anecdote === current ? 'true' : undefined}>
          {truncate(plainText(anecdote.description), LETTERS)}
        </li>
      ))}
      {next.length > CHILDREN && <li className="secondary">{anecdoteStrings.more(next.length - CHILDREN)}</li>}
    </ol>
  );
}
