import { createHmac, hkdfSync } from 'node:crypto';

/** Turns a username into the mark that names its reservation stream; equal-looking names have one mark. */
export type UsernameMark = (username: string) => string;

/** Marks under a key derived from `masterKey`, so that the log does not give names away to a list of guesses. */
export function createUsernameMark(masterKey: Uint8Array): UsernameMark {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'username-mark', 32));
  return (username) => createHmac('sha256', key).update(canonical(username)).digest('hex');
}

function canonical(username: string): string {
  return username.normalize('NFKC').toLowerCase().trim();
}
