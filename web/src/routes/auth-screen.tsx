import { getRouteApi, useRouter } from '@tanstack/react-router';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { takeRememberedAddress } from '../lib/session.ts';
import { strings } from '../lib/strings.ts';
import { PageTitle } from '../ui/page-title.tsx';

const route = getRouteApi('/auth');

export function AuthScreen() {
  const { debug } = route.useSearch();
  const router = useRouter();
  return (
    <main id="main" className="page">
      <PageTitle>{strings.auth.pageTitle}</PageTitle>
      <SignIn debug={debug !== undefined} onSignedIn={() => router.history.push(takeRememberedAddress())} />
    </main>
  );
}
