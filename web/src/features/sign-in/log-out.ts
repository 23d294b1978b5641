import { send } from '../../lib/api.ts';

/** Ends the session on the server; the caller ends it in this browser in any case. */
export function logOut(): Promise<unknown> {
  return send('POST', '/auth/logout');
}
