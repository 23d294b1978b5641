import { type HistoryEntry, RESTORE_PERIOD_MS } from '@anecdotes/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRestore } from '../../anecdote/mutations.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './history.module.css';
import { LoadedList } from './loaded-list.tsx';
import { trashQuery } from './queries.ts';
import { historyStrings } from './strings.ts';

const { trash: strings } = historyStrings;
const DAY_MS = 86_400_000;

/** The anecdotes that were deleted and can still be restored. */
export function Trash() {
  const query = useInfiniteQuery(trashQuery());
  if (query.data?.length === 0) return <EmptyState heading="h1" title={strings.emptyTitle} text={strings.emptyText} />;
  return (
    <div className={styles.screen}>
      <ScreenHeader title={strings.title} lead={strings.lead} />
      <LoadedList query={query}>
        {query.data?.map((entry) => (
          <Deleted key={entry.id} entry={entry} />
        ))}
      </LoadedList>
    </div>
  );
}

function Deleted({ entry: { at, anecdote } }: { entry: HistoryEntry }) {
  const restore = useRestore();
  const [isRestoring, setRestoring] = useState(false);
  if (!anecdote?.before) return null;
  const { description, tags } = anecdote.before;
  const deletedAt = new Date(at);
  const days = Math.max(1, Math.ceil((deletedAt.getTime() + RESTORE_PERIOD_MS - Date.now()) / DAY_MS));
  const bringBack = async () => {
    setRestoring(true);
    await restore(anecdote.id);
    setRestoring(false);
  };
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <p dir="auto">{truncate(description, 200)}</p>
        {tags.length > 0 && (
          <p className="secondary" dir="auto">
            {tags.join(', ')}
          </p>
        )}
        <p className="secondary tabular">
          <time dateTime={at} title={format.full(deletedAt)}>
            {strings.deletedAt(format.moment(deletedAt))}
          </time>
          {` · ${strings.left(days)}`}
        </p>
      </div>
      <div className={`${styles.actions} row`}>
        <Button
          aria-label={strings.restoreNamed(truncate(description, 40))}
          busy={isRestoring}
          onClick={() => void bringBack()}
        >
          {historyStrings.restore}
        </Button>
      </div>
    </li>
  );
}
