import { type HistoryEntry, RESTORE_PERIOD_MS } from '@anecdotes/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { eraseStrings } from '../../anecdote/erase-strings.ts';
import { useRestore } from '../../anecdote/mutations.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { findDraft } from '../../lib/draft.ts';
import { format } from '../../lib/format.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { focusHeading } from '../../ui/route-announcer.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './history.module.css';
import { LoadedList } from './loaded-list.tsx';
import { trashQuery } from './queries.ts';
import { useRestoreAll } from './restore-all.ts';
import { historyStrings } from './strings.ts';

const EraseDialog = lazyComponent(() => import('../../anecdote/erase-dialog.tsx'), 'EraseDialog');

const { trash: strings } = historyStrings;
const DAY_MS = 86_400_000;

/** The anecdotes that were deleted and can still be restored, and also erased if `canErase`. */
export function Trash({ canErase }: { canErase: boolean }) {
  const query = useInfiniteQuery(trashQuery());
  const { mutate: restoreAll, isPending } = useRestoreAll();
  const isEmpty = query.data?.length === 0;
  useEffect(() => {
    // The pressed button is gone.
    if (isEmpty) focusHeading();
  }, [isEmpty]);
  if (isEmpty) {
    return (
      <>
        <PageTitle>{strings.title}</PageTitle>
        <EmptyState heading="h1" title={strings.emptyTitle} text={strings.emptyText} />
      </>
    );
  }
  return (
    <div className={styles.screen}>
      <ScreenHeader
        title={strings.title}
        lead={strings.lead}
        actions={
          query.data &&
          query.data.length > 1 && (
            <Button busy={isPending} onClick={() => restoreAll()}>
              {strings.restoreAll}
            </Button>
          )
        }
      />
      <LoadedList query={query} failed={strings.failed}>
        {query.data?.map((entry) => (
          <Deleted key={entry.id} entry={entry} canErase={canErase} />
        ))}
      </LoadedList>
    </div>
  );
}

function Deleted({ entry: { at, anecdote }, canErase }: { entry: HistoryEntry; canErase: boolean }) {
  const restore = useRestore();
  /** Undefined until the dialog is opened the first time. */
  const [isErasing, setErasing] = useState<boolean>();
  if (!anecdote?.before) return null;
  const { description, tags } = anecdote.before;
  const deletedAt = new Date(at);
  const days = Math.max(1, Math.ceil((deletedAt.getTime() + RESTORE_PERIOD_MS - Date.now()) / DAY_MS));
  return (
    <li className={`${styles.entry} row`}>
      <div className={styles.what}>
        <p className={styles.text} dir="auto">
          {truncate(plainText(description), 200)}
        </p>
        {tags.length > 0 && (
          <p className="secondary" dir="auto">
            {tags.join(', ')}
          </p>
        )}
        <UnsavedEdit id={anecdote.id} />
        <p className="secondary tabular">
          <time dateTime={at} title={format.full(deletedAt)}>
            {strings.deletedAt(format.moment(deletedAt))}
          </time>
          {` · ${strings.daysLeft(days)}`}
        </p>
      </div>
      <div className={`${styles.actions} row trailing unprinted`}>
        <Button
          aria-label={strings.restoreNamed(truncate(plainText(description), 40))}
          busy={restore.isPending}
          onClick={() => restore.mutate(anecdote.id)}
        >
          {historyStrings.restore}
        </Button>
        {canErase && (
          <Button
            variant="quiet"
            aria-label={strings.eraseNamed(truncate(plainText(description), 40))}
            onClick={() => setErasing(true)}
          >
            {eraseStrings.button}
          </Button>
        )}
        {isErasing !== undefined && (
          <EraseDialog
            open={isErasing}
            id={anecdote.id}
            onErased={async () => setErasing(false)}
            onClose={() => setErasing(false)}
          />
        )}
      </div>
    </li>
  );
}

/** A link to the form with the unsaved edit of the deleted anecdote `id`, if there is one. */
function UnsavedEdit({ id }: { id: string }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void findDraft(`edit-${id}`).then((draft) => {
      if (isCurrent && draft && 'description' in draft) setText(String(draft.description));
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (text === undefined) return null;
  return (
    <p>
      {strings.unsavedEdit}
      <Link to="/entry" search={{ edit: id }} dir="auto">
        {truncate(plainText(text), 200)}
      </Link>
    </p>
  );
}
