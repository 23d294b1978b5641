import { readFileSync } from 'node:fs';
import { Problem } from '@anecdotes/contracts';

/** The 5,000 most used passwords of six characters and more, from the frequency list of zxcvbn (MIT, Dropbox). */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Throws VALIDATION_FAILED at `field` for a password that is common or repeats one of the person's own `names`. */
export function refuseCommonPassword(password: string, names: readonly (string | null)[], field: string): void {
  const plain = password.toLowerCase();
  if (!common.has(plain) && !names.some((name) => name?.toLowerCase() === plain)) return;
  const message = 'Please choose a less common password';
  throw new Problem('VALIDATION_FAILED', { message, fields: { [field]: message } });
}
