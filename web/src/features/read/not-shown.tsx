import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useRestore } from '../../anecdote/mutations.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { isMissing } from '../../lib/api.ts';
import { strings } from '../../lib/strings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { readStrings } from './strings.ts';

/** Stands in for an anecdote that is not there, or could not be read. Another person's is like one that never was. */
export function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = isMissing(error);
  const title = isGone ? readStrings.notFound : readStrings.failed;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <EmptyState heading="h1" title={title} text={isGone ? readStrings.notFoundText : error.message} alert>
        {!isGone && <Button onClick={onRetry}>{strings.errors.retry}</Button>}
        <BackLink />
      </EmptyState>
    </>
  );
}

/** Stands in for an anecdote that was deleted here, and brings it back; `children` are what else can be done. */
export function Deleted({ id, children }: { id: string; children: ReactNode }) {
  const restore = useRestore();
  const [isRestoring, setRestoring] = useState(false);
  const title = anecdoteStrings.removed(1);
  const bringBack = async () => {
    setRestoring(true);
    await restore(id);
    setRestoring(false);
  };
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <EmptyState heading="h1" title={title} text={readStrings.deletedText}>
        <Button variant="accent" busy={isRestoring} onClick={() => void bringBack()}>
          {readStrings.restore}
        </Button>
        <BackLink />
        {children}
      </EmptyState>
    </>
  );
}

function BackLink() {
  return (
    <Link to="/dashboard" className={buttonClass('plain')}>
      {anecdoteStrings.backToAll}
    </Link>
  );
}
