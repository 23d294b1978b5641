import { type AccountId, type CommandId, streams } from '@anecdotes/contracts';
import type pg from 'pg';
import { type Attribution, type CommandDependencies, handleCommand } from '../handle-command.ts';
import { addCredential, findCredential, replacePassword } from './credentials.ts';
import { accountDecider, usernameDecider } from './decider.ts';
import type { Passwords } from './passwords.ts';
import type { UsernameMark } from './usernames.ts';

/** The name under which everybody may log in to the shared account. */
export const GUEST_USERNAME = 'guest';

type Dependencies = CommandDependencies & { vault: pg.Pool; passwords: Passwords; usernameMark: UsernameMark };

/**
 * Makes the shared account, finishes one that was half made, and gives it `password` if it has another. Any number of
 * processes may do it at once; all answer the same account.
 */
export async function ensureGuest(deps: Dependencies, password: string): Promise<AccountId> {
  const account = await reserveName(deps);
  await deps.keys.create(account);
  await handleCommand(deps, {
    decider: accountDecider,
    stream: streams.account(account),
    subject: account,
    command: { account, role: 'guest', username: GUEST_USERNAME, email: null, full_name: 'Guest' },
    ...bySystem(deps, account),
  });
  await ensurePassword(deps, account, password);
  return account;
}

async function reserveName(deps: Dependencies): Promise<AccountId> {
  const account = deps.newId() as AccountId;
  const { state } = await handleCommand(deps, {
    decider: usernameDecider,
    stream: streams.username(deps.usernameMark(GUEST_USERNAME)),
    subject: account,
    command: { account },
    ...bySystem(deps, account),
  });
  return state.status === 'taken' ? state.account : account;
}

async function ensurePassword({ vault, passwords }: Dependencies, account: AccountId, password: string): Promise<void> {
  const credential = await findCredential(vault, account);
  if (credential === undefined) {
    await addCredential(vault, account, { role: 'guest', passwordHash: await passwords.hash(password) });
  } else if (!(await passwords.matches(password, credential.passwordHash))) {
    await replacePassword(vault, account, await passwords.hash(password));
  }
}

function bySystem(deps: Dependencies, account: AccountId) {
  const commandId = deps.newId() as CommandId;
  const attribution: Attribution = {
    commandId,
    at: deps.clock(),
    actor: { account_id: account, kind: 'system' },
    origin: { channel: 'system' },
    correlationId: commandId,
    repeated: false,
  };
  return { attribution, context: () => ({ now: attribution.at.toISOString() }) };
}
