import { type ErrorComponentProps, Link, useRouter, useRouterState } from '@tanstack/react-router';
import { ApiError, isMissing } from '../lib/api.ts';
import { strings } from '../lib/strings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Shown instead of a screen that failed. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isAnswered = error instanceof ApiError;
  const isGone = isMissing(error);
  const isFramed = useRouterState({
    select: ({ matches }) => matches.some(({ routeId, status }) => routeId === '/signed-in' && status === 'success'),
  });
  const Page = isFramed ? 'div' : 'main';
  return (
    <Page className={isFramed ? undefined : 'page'}>
      <PageTitle>{isGone ? error.message : strings.errors.pageTitle}</PageTitle>
      <EmptyState
        heading="h1"
        title={isGone ? error.message : strings.errors.page}
        {...(!isGone && { text: isAnswered ? error.message : strings.errors.partMissing })}
        alert
      >
        {/* Browsers request code that failed to load again only after a reload of the page. */}
        {!isGone && (
          <Button onClick={isAnswered ? () => void router.invalidate() : () => location.reload()}>
            {strings.errors.retry}
          </Button>
        )}
        <HomeLink />
      </EmptyState>
    </Page>
  );
}

/** Shown for a page that does not exist. */
export function NotFoundScreen() {
  return (
    <>
      <PageTitle>{strings.errors.notFoundTitle}</PageTitle>
      <EmptyState heading="h1" title={strings.errors.notFoundTitle} text={strings.errors.notFound}>
        <HomeLink />
      </EmptyState>
    </>
  );
}

function HomeLink() {
  return (
    <Link to="/dashboard" className={buttonClass('plain')}>
      {strings.errors.backHome}
    </Link>
  );
}
