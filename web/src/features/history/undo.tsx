import type { NamedChanges } from '@anecdotes/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { plainText } from '../../anecdote/plain-text.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing, reasonOf } from '../../lib/api.ts';
import { journalKey, refreshJournal } from '../../lib/query-client.ts';
import { strings as shared } from '../../lib/strings.ts';
import { truncate } from '../../lib/truncate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NoticeLine } from '../../ui/notice-line.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './history.module.css';
import { historyStrings } from './strings.ts';
import { anecdotesOf, type NotUndone, type UndoProgress, undo } from './undo-work.ts';

const { undo: strings } = historyStrings;
const MOST_NAMED = 50;

/** A button that undoes `changes` after confirmation and lists what could not be undone. */
export function UndoButton({ changes }: { changes: NamedChanges }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{'operation' in changes ? strings.operation : strings.key}</Button>
      {isOpen && <UndoDialog changes={changes} onClose={() => setOpen(false)} />}
    </>
  );
}

function UndoDialog({ changes, onClose }: { changes: NamedChanges; onClose: () => void }) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<UndoProgress>();
  const {
    data: anecdotes,
    error: readError,
    refetch,
  } = useQuery({
    queryKey: [...journalKey, 'changed-anecdotes', changes],
    queryFn: ({ signal }) => anecdotesOf(changes, signal),
    staleTime: 0,
  });
  const work = useMutation({
    mutationFn: (ids: readonly string[]) => undo(changes, ids, setProgress),
    onSettled: () => refreshJournal(queries),
  });
  const isUnread = !anecdotes && readError !== null;
  const failure = isUnread
    ? reasonOf(readError, historyStrings.failed)
    : work.error && reasonOf(work.error, strings.failed);
  return (
    <Dialog open title={'operation' in changes ? strings.operation : strings.key} {...(!work.isPending && { onClose })}>
      {!work.isSuccess && !isUnread && <p>{anecdotes ? strings.about(anecdotes.length) : historyStrings.loading}</p>}
      <Status>
        {work.isPending && progress && (
          <p className="secondary tabular">{strings.progress(progress.done, progress.total)}</p>
        )}
        {work.data && <p>{strings.undone(work.data.undone)}</p>}
      </Status>
      {work.data && work.data.notUndone.length > 0 && <NotUndoneList {...work.data} />}
      {failure && <NoticeLine notice={{ kind: 'failed', text: failure }} />}
      <div className="answers">
        {work.isSuccess ? (
          <Button variant="accent" onClick={onClose}>
            {shared.common.close}
          </Button>
        ) : (
          <>
            {!work.isPending && <Button onClick={onClose}>{shared.common.cancel}</Button>}
            <Button
              variant="accent"
              busy={work.isPending || (!anecdotes && !isUnread)}
              disabled={anecdotes?.length === 0}
              onClick={() => (anecdotes ? work.mutate(anecdotes) : void refetch())}
            >
              {isUnread ? shared.errors.retry : shared.common.undo}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function NotUndoneList({ notUndone }: Pick<UndoProgress, 'notUndone'>) {
  return (
    <>
      <p>{strings.notUndone(notUndone.length)}</p>
      <ul className={styles.list}>
        {notUndone.slice(0, MOST_NAMED).map((one) => (
          <NotUndoneItem key={one.id} item={one} />
        ))}
      </ul>
    </>
  );
}

function NotUndoneItem({ item }: { item: NotUndone }) {
  const { data, error } = useQuery(anecdoteQuery(item.id));
  const words = data ? truncate(plainText(data.description), 60) : isMissing(error) ? anecdoteStrings.deleted : '…';
  return (
    <li className={styles.what}>
      <p dir="auto">
        {data ? (
          <Link to="/anecdotes/$id" params={{ id: item.id }}>
            {words}
          </Link>
        ) : (
          words
        )}
      </p>
      <p className="secondary">{'reason' in item ? item.reason : strings.changedSince(item.conflicts)}</p>
    </li>
  );
}
