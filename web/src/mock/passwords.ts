import { Problem } from '@anecdotes/contracts';
import { digest, newId, randomToken } from './ids.ts';
import type { Mock } from './mock.ts';
import type { MockAccount } from './tables.ts';

export const GUEST = { username: 'guest', password: 'guest-demo' } as const;

/** The few that everybody tries first; the service knows thousands. */
const common = ['123456', '12345678', '123456789', 'password', 'qwerty', 'letmein', 'iloveyou', 'password1'];

/** How `password` is kept: never as it is. */
export async function keptPassword(password: string): Promise<Pick<MockAccount, 'salt' | 'password'>> {
  const salt = randomToken(12);
  return { salt, password: await digest(salt + password) };
}

/** True when `typed` is the account's password. */
export async function isPassword({ salt, password }: MockAccount, typed: string): Promise<boolean> {
  return (await digest(salt + typed)) === password;
}

/** Throws VALIDATION_FAILED at `field` for a password that is common or repeats one of the person's names. */
export function refuseCommonPassword(password: string, own: readonly (string | null)[], field: string): void {
  const plain = password.toLowerCase();
  if (![...common, ...own.map((name) => name?.toLowerCase())].includes(plain)) return;
  const message = 'Please choose a less common password';
  throw new Problem('VALIDATION_FAILED', { message, fields: { [field]: message } });
}

/** Makes the guest account where there is none yet. */
export async function ensureGuest({ tables, clock }: Mock): Promise<void> {
  if (tables.accounts.all().some(({ role }) => role === 'guest')) return;
  const now = clock();
  const guest: MockAccount = {
    id: newId(now),
    role: 'guest',
    username: GUEST.username,
    email: null,
    full_name: 'Guest',
    ...(await keptPassword(GUEST.password)),
    is_verified: true,
    created_at: now.toISOString(),
  };
  tables.accounts.replace([...tables.accounts.all(), guest]);
}
