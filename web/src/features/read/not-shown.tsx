import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAsOf } from '../../anecdote/as-of.ts';
import { deletionQuery } from '../../anecdote/deletion.ts';
import { useRestore } from '../../anecdote/mutations.ts';
import { BackToAll, NotLoaded } from '../../anecdote/not-loaded.tsx';
import { AnecdoteSkeletons } from '../../anecdote/skeletons.tsx';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { format } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { readStrings } from './strings.ts';

type NotShownProps = { id: string; error: Error; onRetry: () => void; children: ReactNode };

/** Shown instead of an anecdote that is not there or could not be loaded. `children` are actions on a deleted one. */
export function NotShown({ id, error, onRetry, children }: NotShownProps) {
  const mayBeDeleted = useAsOf() === undefined && isMissing(error);
  const { data: deletion, isLoading } = useQuery({ ...deletionQuery(id), enabled: mayBeDeleted });
  if (isLoading) return <AnecdoteSkeletons view="timeline" />;
  if (mayBeDeleted && deletion?.last) {
    return (
      <Deleted id={id} restorableUntil={deletion.restorableUntil}>
        {children}
      </Deleted>
    );
  }
  return <NotLoaded error={error} strings={readStrings} heading="h1" onRetry={onRetry} />;
}

type DeletedProps = { id: string; restorableUntil?: number; children: ReactNode };

/** Shown for a deleted anecdote, with a button to restore it while that is possible. `children` are more actions. */
export function Deleted({ id, restorableUntil, children }: DeletedProps) {
  const restore = useRestore();
  const title = anecdoteStrings.removed(1);
  const canRestore = restorableUntil === undefined || Date.now() < restorableUntil;
  const until = restorableUntil === undefined ? undefined : format.moment(new Date(restorableUntil));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <EmptyState
        heading="h1"
        title={title}
        text={canRestore ? readStrings.deletedText(until) : readStrings.deletedLongAgo}
      >
        {canRestore && (
          <Button variant="accent" busy={restore.isPending} onClick={() => restore.mutate(id)}>
            {readStrings.restore}
          </Button>
        )}
        <BackToAll />
        {children}
      </EmptyState>
    </>
  );
}
