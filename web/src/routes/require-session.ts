import { redirect } from '@tanstack/react-router';
import { rememberAddress, token } from '../lib/session.ts';

/** Lets only people who are logged in pass; others come back here after they have logged in. */
export function requireSession({ location, preload }: { location: { href: string }; preload: boolean }): void {
  if (token() !== null) return;
  if (!preload) rememberAddress(location.href);
  throw redirect({ to: '/auth' });
}
