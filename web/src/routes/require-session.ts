import { redirect } from '@tanstack/react-router';
import { rememberAddress, token } from '../lib/session.ts';

/** Redirects to the log-in if nobody is logged in, and remembers the address to return to it afterwards. */
export function requireSession({ location, preload }: { location: { href: string }; preload: boolean }): void {
  if (token() !== null) return;
  if (!preload) rememberAddress(location.href);
  throw redirect({ to: '/auth' });
}
