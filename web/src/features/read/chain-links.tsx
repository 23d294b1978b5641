import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { CardDiagram } from '../../anecdote/card-diagram.tsx';
import { ChainNav } from '../../anecdote/chain-nav.tsx';
import { anecdotesOf, type ChainSteps } from '../../anecdote/chain-steps.ts';
import { chainsAmong } from '../../anecdote/chain-summary.ts';
import { LinkedCards } from '../../anecdote/linked-cards.tsx';
import { startsWithDeleted } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { strings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import styles from './read.module.css';
import { readStrings } from './strings.ts';

type ChainLinksProps = {
  connections: ConnectionsView | undefined;
  steps: ChainSteps;
  failed: boolean;
  onRetry: () => void;
};

/** The position of an anecdote in its chain, links to the previous and the next, and the anecdotes linked to it. */
export function ChainLinks({ connections, steps, failed, onRetry }: ChainLinksProps) {
  if (!connections) {
    if (!failed) return null;
    return (
      <p className={`${styles.chain} row secondary unprinted`} role="alert">
        {readStrings.chainFailed} <Button onClick={onRetry}>{strings.errors.retry}</Button>
      </p>
    );
  }
  const { previous, following } = steps;
  const { current, parents, complete } = connections;
  const continuesDeleted = parents.length === 0 && startsWithDeleted(connections);
  const summary = chainsAmong(anecdotesOf(connections), complete).get(current.id);
  return (
    <section className={styles.chain} aria-label={readStrings.chain}>
      <div className={`${styles.chainHead} row`}>
        <h2>{readStrings.chain}</h2>
        {summary && <CardDiagram id={current.id} chain={summary} />}
        <ChainNav id={current.id} steps={steps} to="/anecdotes/$id" />
      </div>
      <div className={styles.linked}>
        {previous && <Linked title={readStrings.continues} anecdotes={[previous]} />}
        {continuesDeleted && (
          <div>
            <h3>{readStrings.continues}</h3>
            <p className={styles.gone}>{anecdoteStrings.deleted}</p>
          </div>
        )}
        {following.length > 0 && <Linked title={readStrings.continuedBy} anecdotes={following} />}
      </div>
    </section>
  );
}

/** How many are shown at first. */
const SHOWN = 5;

function Linked({ title, anecdotes }: { title: string; anecdotes: readonly AnecdoteView[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <LinkedCards anecdotes={anecdotes} first={SHOWN} />
    </div>
  );
}
