import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Filter, isFiltering } from '../../anecdote/filter.ts';
import { useLayout } from '../../graph/use-layout.ts';
import { useWebGl } from '../../graph/use-web-gl.ts';
import { strings as common } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChainList } from './chain-list.tsx';
import styles from './journal-graph.module.css';
import { layOutJournal } from './journal-model.ts';
import { JournalPicture } from './journal-picture.tsx';
import { graphQuery } from './queries.ts';
import { journalGraphStrings as strings } from './strings.ts';

/** All chains of the anecdotes that pass `filter`, as a graph and as a list. */
export function JournalGraphView({ filter }: { filter: Filter }) {
  const { data, error, refetch } = useQuery({ ...graphQuery(filter), placeholderData: keepPreviousData });
  const { laidOut: journal, hasFailed } = useLayout(data, layOutJournal);
  const webGl = useWebGl();
  const [pointed, setPointed] = useState<string>();

  if (!data && error) {
    return (
      <EmptyState title={strings.failed} text={error.message} alert>
        <Button onClick={() => void refetch()}>{common.errors.retry}</Button>
      </EmptyState>
    );
  }
  if (data?.ids.length === 0) {
    const isNarrowed = isFiltering(filter);
    return (
      <>
        <EmptyState
          title={isNarrowed ? strings.noneTitle : strings.emptyTitle}
          text={isNarrowed ? strings.noneText : strings.emptyText}
        />
        <p className={`${styles.unlinked} secondary tabular`}>{strings.unlinked(data.unlinked)}</p>
      </>
    );
  }
  if (hasFailed) return <EmptyState title={strings.noLayout} alert />;
  if (!journal) {
    return (
      <p className={styles.loading} role="status">
        {strings.loading}
      </p>
    );
  }
  const { graph, listedChains } = journal;
  const { ids, total, unlinked, complete } = journal.data;
  const labelOf = (id: string) => graph.getNodeAttribute(id, 'label');
  return (
    <section className={styles.view} aria-labelledby="all-connections">
      <header className={`${styles.head} row`}>
        <h2 id="all-connections">{strings.title}</h2>
        <p className="secondary tabular">{strings.figures(graph.order, listedChains.length)}</p>
        {unlinked > 0 && <p className="secondary tabular">{strings.unlinked(unlinked)}</p>}
      </header>
      {!complete && <p className={styles.note}>{strings.cut(ids.length, total)}</p>}
      {!webGl.isAvailable && <p className={styles.note}>{strings.noWebGl}</p>}
      <div className={webGl.isAvailable ? styles.sides : undefined}>
        {webGl.isAvailable && (
          <JournalPicture key={webGl.drawingKey} journal={journal} pointed={pointed} onLost={webGl.onLost} />
        )}
        <ChainList chains={listedChains} labelOf={labelOf} onPoint={setPointed} />
      </div>
    </section>
  );
}
