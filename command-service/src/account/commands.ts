import { type AccountId, streams } from '@anecdotes/contracts';
import type { CsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import type { TokenSigner } from '@anecdotes/contracts/server/auth/tokens';
import type { RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import type pg from 'pg';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { type CommandDependencies, type CommandMetadata, handleCommand } from '../handle-command.ts';
import { loadState, type VersionedState } from '../load-state.ts';
import type { MailLimits } from '../mail/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { BlindIndexes } from './blind-index.ts';
import { type AccountCommand, type AccountState, accountDecider } from './decider.ts';
import type { LoginThrottle } from './password/login-throttle.ts';
import type { Passwords } from './password/passwords.ts';

export type AccountDependencies = CommandDependencies & {
  readonly vault: pg.Pool;
  readonly passwords: Passwords;
  readonly blindIndexes: BlindIndexes;
  readonly signer: TokenSigner;
  readonly outbox: Outbox;
  readonly loginThrottle: LoginThrottle;
  readonly mailLimits: MailLimits;
  /** Changes the keys of one account one after the other. */
  readonly withAccountLock: KeyedMutex;
};

export type AccountRouteDependencies = AccountDependencies & {
  readonly limiter: RateLimiter;
  readonly csrf: CsrfProtection;
  /** Milliseconds that calls take at least whose work depends on whether an account exists. */
  readonly minResponseMs: number;
};

/** The account as its stream tells it. */
export async function loadAccount(
  deps: Pick<CommandDependencies, 'log' | 'keys'>,
  account: AccountId,
): Promise<AccountState> {
  return (await loadState(deps, accountDecider, streams.account(account))).state;
}

/** Executes a command on `account`. */
export function changeAccount(
  deps: CommandDependencies,
  metadata: CommandMetadata,
  account: AccountId,
  command: AccountCommand,
): Promise<VersionedState<AccountState>> {
  return handleCommand(deps, {
    decider: accountDecider,
    stream: streams.account(account),
    subject: account,
    command,
    metadata,
    context: () => ({ now: metadata.at.toISOString() }),
  });
}
