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

/** Shown when an anecdote does not exist, also when it belongs to another person, or when it could not be loaded. */
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

/** Shown for an anecdote that was deleted on this page, with a button to restore it. `children` are more actions. */
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
