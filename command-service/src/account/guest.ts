import type { AccountId } from '@anecdotes/contracts';
import type pg from 'pg';
import { createCommandMetadata } from '../command-metadata.ts';
import type { CommandDependencies } from '../handle-command.ts';
import { type BlindIndexes, GUEST_USERNAME } from './blind-index.ts';
import { changeAccount } from './commands.ts';
import { addCredential, findCredential, replacePassword } from './credentials.ts';
import type { Passwords } from './password/passwords.ts';
import { reserve } from './reservations.ts';
import { recordEnds } from './sessions.ts';

type Dependencies = CommandDependencies & { vault: pg.Pool; passwords: Passwords; blindIndexes: BlindIndexes };

/**
 * Makes the shared account, finishes one that was half made, and gives it `password` if it has another. Any number of
 * processes may do it at once; all answer the same account.
 */
export async function ensureGuest(deps: Dependencies, password: string): Promise<AccountId> {
  const account = await reserveName(deps);
  await deps.keys.create(account);
  await changeAccount(deps, createCommandMetadata(deps, account), account, {
    type: 'RegisterAccount',
    ...{ account, role: 'guest', username: GUEST_USERNAME, email: null, full_name: 'Guest' },
  });
  await ensurePassword(deps, account, password);
  return account;
}

async function reserveName(deps: Dependencies): Promise<AccountId> {
  const account = deps.newId() as AccountId;
  const name = { kind: 'username', name: GUEST_USERNAME } as const;
  // The guest that another process is making at the same time has no credential yet.
  return reserve(deps, createCommandMetadata(deps, account), account, name, async () => false);
}

async function ensurePassword(deps: Dependencies, account: AccountId, password: string): Promise<void> {
  const { vault, passwords } = deps;
  const credential = await findCredential(vault, account);
  if (credential === undefined) {
    await addCredential(vault, account, { role: 'guest', passwordHash: await passwords.hash(password) });
  } else if (!(await passwords.matches(password, credential.passwordHash))) {
    const { sessions } = await replacePassword(vault, account, await passwords.hash(password));
    await recordEnds(deps, createCommandMetadata(deps, account), sessions, 'password-changed');
  }
}
