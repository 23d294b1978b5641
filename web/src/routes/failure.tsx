import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { strings } from '../lib/strings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { QuietState } from '../ui/quiet-state.tsx';

/** Stands in for a screen that could not be shown. */
export function Failure({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page">
      <PageTitle>{strings.errors.pageTitle}</PageTitle>
      <QuietState
        title={strings.errors.page}
        text={error instanceof Error ? error.message : strings.errors.unknown}
        alert
      >
        <Button onClick={reset}>{strings.errors.retry}</Button>
      </QuietState>
    </div>
  );
}

/** Stands in for a page that does not exist. */
export function Missing() {
  return (
    <main className="page">
      <PageTitle>{strings.errors.notFoundTitle}</PageTitle>
      <QuietState title={strings.errors.notFoundTitle} text={strings.errors.notFound}>
        <Link to="/" className={buttonClass('plain')}>
          {strings.errors.backHome}
        </Link>
      </QuietState>
    </main>
  );
}
