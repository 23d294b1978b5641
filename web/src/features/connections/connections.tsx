import type { ConnectionsView } from '@anecdotes/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CompactCard } from '../../anecdote/compact-card.tsx';
import { NotLoaded } from '../../anecdote/not-loaded.tsx';
import { connectionsQuery, startsWithDeleted } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { graphStrings } from '../../graph/strings.ts';
import { useLayout } from '../../graph/use-layout.ts';
import { useWebGl } from '../../graph/use-web-gl.ts';
import { track } from '../../lib/analytics.ts';
import { isMissing } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './connections.module.css';
import { Diagram } from './diagram.tsx';
import { layOutConnections } from './laid-out-graph.ts';
import { LinkList } from './link-list.tsx';
import { connectionStrings } from './strings.ts';
import { Visualization } from './visualization.tsx';

/** The connections of the anecdote `id`, as a graph and as a list. */
export function Connections({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: read, error, refetch } = useQuery(connectionsQuery(id));
  const isGone = isMissing(error);
  // What was read before the anecdote was deleted is not shown any more.
  const data = isGone ? undefined : read;
  return (
    <>
      <PageTitle>{isGone ? connectionStrings.notFound : connectionStrings.title}</PageTitle>
      <header className={`${styles.head} row`}>
        <Button variant="quiet" className="unprinted" onClick={onBack}>
          <BackIcon />
          {connectionStrings.back}
        </Button>
        <h1 className={styles.title}>{connectionStrings.title}</h1>
        <WholeChain {...data} />
      </header>
      {data ? (
        <Picture connections={data} />
      ) : error ? (
        <NotLoaded error={error} strings={connectionStrings} heading="h2" onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Loading() {
  return (
    <p className={styles.loading} role="status">
      {connectionStrings.loading}
    </p>
  );
}

function Picture({ connections }: { connections: ConnectionsView }) {
  const { current, parents, children, complete } = connections;
  const webGl = useWebGl();
  const [pointed, setPointed] = useState<string>();
  const { laidOut, hasFailed } = useLayout(connections, layOutConnections);
  const isDrawn = webGl.isAvailable && !hasFailed;
  if (parents.length === 0 && children.length === 0 && !startsWithDeleted(connections))
    return <Alone {...connections} />;
  // With the list below it, the picture would push that away.
  if (isDrawn && laidOut?.root !== current.id) return <Loading />;
  return (
    <>
      {!complete && <p className={styles.incomplete}>{connectionStrings.incomplete}</p>}
      <div className={styles.picture}>
        {isDrawn && laidOut ? (
          <Visualization
            key={`${current.id} ${webGl.drawingKey}`}
            connections={connections}
            laidOut={laidOut}
            pointed={pointed}
            onLost={webGl.onLost}
          />
        ) : (
          <div>
            <p className={styles.incomplete}>{webGl.isAvailable ? graphStrings.noLayout : graphStrings.noWebGl}</p>
            <Diagram key={current.id} {...connections} />
          </div>
        )}
        <LinkList {...connections} onPoint={setPointed} />
      </div>
    </>
  );
}

/** A link to this screen for the first anecdote of the chain, which shows all branches. */
function WholeChain({ parents = [] }: Partial<ConnectionsView>) {
  const first = parents.at(-1);
  if (!first) return null;
  return (
    <Link to="/visualization/$id" params={{ id: first.id }} className={`${buttonClass('quiet')} unprinted`}>
      {connectionStrings.whole}
    </Link>
  );
}

function Alone({ current }: ConnectionsView) {
  return (
    <>
      <div className={styles.alone}>
        <CompactCard anecdote={current} variant="card" />
      </div>
      <EmptyState title={connectionStrings.aloneTitle} text={connectionStrings.aloneText}>
        <Link
          to="/entry"
          search={{ link: current.id }}
          className={buttonClass('accent')}
          onClick={() => track('create_linked_anecdote_click')}
        >
          {anecdoteStrings.continueThis}
        </Link>
      </EmptyState>
    </>
  );
}
