import { AccountId, Problem } from '@anecdotes/contracts';
import { type AccountCommand, accountDecider, type Profile } from '../../../command-service/src/account/decider.ts';
import { invalid, type Mock } from './call.ts';
import { execute } from './decide.ts';
import { digest, newId } from './ids.ts';
import { mailTo } from './mails.ts';
import type { Credential, MockAccount } from './tables.ts';

export const GUEST = { username: 'guest', password: 'guest-demo' } as const;

/** The most common passwords; the service refuses thousands. */
const common = ['123456', '12345678', '123456789', 'password', 'qwerty', 'letmein', 'iloveyou', 'password1'];

/** Creates an account. Throws the refusal. */
export function register({ tables }: Mock, profile: Omit<Profile, 'account'>, credential: Credential): MockAccount {
  const now = new Date();
  const id = AccountId.parse(newId(now));
  const command = { type: 'RegisterAccount', account: id, ...profile } as const;
  const { state } = execute(accountDecider, command, accountDecider.initial, { now: now.toISOString() });
  if (state.status !== 'registered') throw new Problem('INTERNAL_ERROR');
  const made = { id, ...state, ...credential };
  tables.accounts.put(made);
  return made;
}

/** Creates the guest account unless it exists. */
export async function ensureGuest(mock: Mock): Promise<void> {
  if (mock.tables.accounts.all().some(({ role }) => role === 'guest')) return;
  const { username, password } = GUEST;
  register(
    mock,
    { role: 'guest', username, email: null, full_name: 'Guest' },
    await credentialOf(password, 'password'),
  );
}

/**
 * Executes `command` on an account, with its consequences: a new password ends all sessions but `session`, deactivates
 * the API keys and sends a mail; erasing the account deletes all its data. Throws the refusal.
 */
export function changeAccount(
  mock: Mock,
  before: MockAccount,
  command: AccountCommand,
  { credential, session }: { credential?: Credential; session?: string } = {},
): void {
  const { accounts, sessions, mails, keys, operations, anecdotes, history } = mock.tables;
  const { events, state } = execute(accountDecider, command, before, { now: new Date().toISOString() });
  const isOwn = ({ account }: { account: AccountId }) => account === before.account;
  if (state.status === 'registered') accounts.put({ ...before, ...state, ...credential });
  for (const { type } of events) {
    if (type === 'PasswordChanged') {
      sessions.remove((row) => isOwn(row) && row.id !== session);
      keys.replace(keys.all().map((key) => (isOwn(key) ? { ...key, status: 'inactive' } : key)));
      mailTo(mock, before, 'password-changed');
    } else if (type === 'AccountErased') {
      anecdotes(before.account).replace([]);
      history(before.account).replace([]);
      for (const table of [accounts, sessions, mails, keys, operations]) table.remove(isOwn);
    }
  }
}

/** The salted hash of a new password. Throws VALIDATION_FAILED at `field` if the password is too common. */
export async function credentialOf(password: string, field: string): Promise<Credential> {
  if (common.includes(password.toLowerCase())) throw invalid(field, 'Please choose a less common password');
  const salt = crypto.randomUUID();
  return { salt, password: await digest(salt + password) };
}

/** True when `typed` is the account's password. */
export async function isPassword({ salt, password }: Credential, typed: string): Promise<boolean> {
  return (await digest(salt + typed)) === password;
}
