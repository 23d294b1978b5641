import { type AccountEvent, type AccountId, Problem, type RegistrationMode, streams } from '@anecdotes/contracts';
import type { CsrfProtection } from '@anecdotes/contracts/server/auth/csrf';
import type { TokenSigner } from '@anecdotes/contracts/server/auth/tokens';
import type { RateLimiter } from '@anecdotes/contracts/server/http/rate-limit';
import type pg from 'pg';
import type { Dated } from '../decider.ts';
import { type CommandDependencies, type CommandMetadata, handleCommand } from '../handle-command.ts';
import { loadState, type VersionedState } from '../load-state.ts';
import type { MailLimits } from '../mail/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import { logWithPending } from '../vault/pending-events.ts';
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
};

export type AccountRouteDependencies = AccountDependencies & {
  readonly limiter: RateLimiter;
  readonly csrf: CsrfProtection;
  readonly registration: RegistrationMode;
  /** The minimum duration, in milliseconds, of calls whose work depends on whether an account exists. */
  readonly minResponseMs: number;
};

/** The state of the account from its stream and its pending events. Throws UNAVAILABLE. */
export async function loadAccount(
  { log, keys, vault }: Pick<AccountDependencies, 'log' | 'keys' | 'vault'>,
  account: AccountId,
): Promise<AccountState> {
  const stream = streams.account(account);
  return (await loadState({ log: await logWithPending({ log, vault }, stream), keys }, accountDecider, stream)).state;
}

/** The events of a command on an account, to be recorded with a vault change. Throws the problem of a refusal. */
export function decideAccount(
  state: AccountState,
  command: AccountCommand,
  { at }: Pick<CommandMetadata, 'at'>,
): readonly Dated<AccountEvent>[] {
  const decision = accountDecider.decide(command, state, { now: at.toISOString() });
  if ('refused' in decision) throw new Problem(decision.refused);
  return decision.events;
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
