import { readStoredUser } from '../lib/stored-user.ts';

/** A hidden field that tells password managers whose password a form is about. */
export function StoredUsername() {
  return <input hidden readOnly autoComplete="username" value={readStoredUser()?.username ?? ''} />;
}
