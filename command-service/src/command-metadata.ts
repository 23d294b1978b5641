import type { AccountId, CommandId } from '@anecdotes/contracts';
import type { CommandDependencies, CommandMetadata } from './handle-command.ts';

/** Attributes a command to `account`, whose owner is at work (or, as 'system', the product itself). */
export function createCommandMetadata(
  { clock, newId }: Pick<CommandDependencies, 'clock' | 'newId'>,
  account: AccountId,
  requestId?: string,
): CommandMetadata {
  const commandId = newId() as CommandId;
  const isPerson = requestId !== undefined;
  return {
    commandId,
    at: clock(),
    actor: { account_id: account, kind: isPerson ? 'person' : 'system' },
    origin: { channel: isPerson ? 'web' : 'system' },
    correlationId: requestId ?? commandId,
    repeated: false,
  };
}
