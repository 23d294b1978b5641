import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { invitationQuery } from '../features/sign-in/queries.ts';
import { SignIn } from '../features/sign-in/sign-in.tsx';
import { signInStrings } from '../features/sign-in/strings.ts';
import { forgetLinkToken, linkToken } from '../lib/link-token.ts';
import { token } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';

const route = getRouteApi('/auth');

export function AuthScreen() {
  const { debug, mode } = route.useSearch();
  const username = useLocation({ select: ({ state }) => state.username });
  return (
    <main id="main" className="page">
      <PageTitle>{signInStrings.pageTitle}</PageTitle>
      <SignIn key={mode} opens={mode} username={username} debug={debug !== undefined} />
    </main>
  );
}

/** The registration by invitation, also where the guest or somebody else is logged in. */
export function InvitationScreen() {
  const router = useRouter();
  const [opened] = useState(() => linkToken() ?? '');
  const isSignedIn = token() !== null;
  const { isError } = useQuery({ ...invitationQuery(opened), enabled: isSignedIn });
  useEffect(() => {
    // The invitation is used up or invalid: the person has probably come back by their old link.
    if (isSignedIn && isError) router.history.replace('/dashboard');
  }, [isSignedIn, isError, router]);
  return (
    <main id="main" className="page">
      <PageTitle>{signInStrings.invitation.pageTitle}</PageTitle>
      <SignIn opens="register" invitation={{ token: linkToken() ?? '', forget: forgetLinkToken }} />
    </main>
  );
}
