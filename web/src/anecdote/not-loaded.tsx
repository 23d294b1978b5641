import { Link } from '@tanstack/react-router';
import { isMissing } from '../lib/api.ts';
import { strings as common } from '../lib/strings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { anecdoteStrings } from './strings.ts';

type NotLoadedProps = {
  error: Error;
  strings: { notFound: string; notFoundText?: string; failed: string };
  /** `h1` if the screen has no other title. */
  heading: 'h1' | 'h2';
  onRetry: () => void;
};

/** Shown in place of an anecdote or its chain that is not there or could not be loaded. */
export function NotLoaded({ error, strings, heading, onRetry }: NotLoadedProps) {
  const isGone = isMissing(error);
  const title = isGone ? strings.notFound : strings.failed;
  const text = isGone ? strings.notFoundText : error.message;
  return (
    <>
      {heading === 'h1' && <PageTitle>{title}</PageTitle>}
      <EmptyState heading={heading} title={title} {...(text !== undefined && { text })} alert>
        {!isGone && <Button onClick={onRetry}>{common.errors.retry}</Button>}
        <BackToAll />
      </EmptyState>
    </>
  );
}

/** A link to all anecdotes that looks like a button. */
export function BackToAll() {
  return (
    <Link to="/dashboard" className={buttonClass('plain')}>
      {anecdoteStrings.backToAll}
    </Link>
  );
}
