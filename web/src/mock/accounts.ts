import { AccountId, Problem } from '@anecdotes/contracts';
import { type AccountCommand, accountDecider, type Profile } from '../../../command-service/src/account/decider.ts';
import type { Mock } from './context.ts';
import { execute } from './decide.ts';
import { digest, newId, randomToken } from './ids.ts';
import { mailTo } from './mails.ts';
import type { Table } from './storage.ts';
import type { Credential, MockAccount } from './tables.ts';

export const GUEST = { username: 'guest', password: 'guest-demo' } as const;

/** The few that everybody tries first; the service knows thousands. */
const common = ['123456', '12345678', '123456789', 'password', 'qwerty', 'letmein', 'iloveyou', 'password1'];

/** Makes an account with `password`. */
export async function register(
  { tables, clock }: Mock,
  profile: Omit<Profile, 'account'>,
  password: string,
): Promise<MockAccount> {
  const account = AccountId.parse(newId(clock()));
  const command = { type: 'RegisterAccount', account, ...profile } as const;
  const { state } = execute(accountDecider, command, accountDecider.initial, { now: clock().toISOString() });
  if (state.status !== 'registered') throw new Problem('INTERNAL_ERROR');
  const made = { ...state, ...(await credentialOf(password)) };
  tables.accounts.replace([...tables.accounts.all(), made]);
  return made;
}

/** Makes the guest account where there is none yet. */
export async function ensureGuest(mock: Mock): Promise<void> {
  if (mock.tables.accounts.all().some(({ role }) => role === 'guest')) return;
  const { username, password } = GUEST;
  await register(mock, { role: 'guest', username, email: null, full_name: 'Guest' }, password);
}

/**
 * Carries out `command` on an account, with what follows: a new password ends all sessions but `session`, switches the
 * API keys off and is told by mail; of an erased account nothing stays. Throws the refusal.
 */
export function changeAccount(
  mock: Mock,
  before: MockAccount,
  command: AccountCommand,
  { credential, session }: { credential?: Credential; session?: string } = {},
): void {
  const { tables, clock } = mock;
  const { events, state } = execute(accountDecider, command, before, { now: clock().toISOString() });
  const others = tables.accounts.all().filter(({ account }) => account !== before.account);
  tables.accounts.replace(state.status === 'registered' ? [...others, { ...before, ...state, ...credential }] : others);
  const forget = <Row extends { account: string }>(table: Table<Row>, kept: (row: Row) => boolean = () => false) =>
    table.replace(table.all().filter((row) => row.account !== before.account || kept(row)));
  for (const { type } of events) {
    if (type === 'PasswordChanged') {
      const keys = tables.keys.all();
      tables.keys.replace(keys.map((key) => (key.account === before.account ? { ...key, status: 'inactive' } : key)));
      forget(tables.sessions, ({ id }) => id === session);
      mailTo(mock, before, 'password-changed');
    } else if (type === 'AccountErased') {
      tables.anecdotes(before.account).replace([]);
      forget(tables.sessions);
      forget(tables.keys);
      forget(tables.links);
      forget(tables.mails);
    }
  }
}

/** How `password` is kept: never as it is. */
export async function credentialOf(password: string): Promise<Credential> {
  const salt = randomToken(12);
  return { salt, password: await digest(salt + password) };
}

/** True when `typed` is the account's password. */
export async function isPassword({ salt, password }: Credential, typed: string): Promise<boolean> {
  return (await digest(salt + typed)) === password;
}

/** Throws VALIDATION_FAILED at `field` for a password that is common or repeats one of the person's names. */
export function refuseCommonPassword(password: string, own: readonly (string | null)[], field: string): void {
  const plain = password.toLowerCase();
  if (![...common, ...own.map((name) => name?.toLowerCase())].includes(plain)) return;
  const message = 'Please choose a less common password';
  throw new Problem('VALIDATION_FAILED', { message, fields: { [field]: message } });
}
