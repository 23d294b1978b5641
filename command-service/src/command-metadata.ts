import type { AccountId, Actor, CommandId, Origin } from '@anecdotes/contracts';
import type { CommandDependencies, CommandMetadata } from './handle-command.ts';

type Source = Pick<CommandDependencies, 'clock' | 'newId'>;

/** Attributes a command to the owner of `account`, who sent it with request `requestId`. */
export function createPersonMetadata(source: Source, account: AccountId, requestId: string): CommandMetadata {
  return { ...metadataBy(source, account, 'person', 'web'), correlationId: requestId };
}

/** Attributes a command about `account` to the product itself. */
export function createSystemMetadata(source: Source, account: AccountId): CommandMetadata {
  return metadataBy(source, account, 'system', 'system');
}

/** Attributes a command about `account` to the operator. */
export function createOperatorMetadata(source: Source, account: AccountId): CommandMetadata {
  return metadataBy(source, account, 'operator', 'operator');
}

function metadataBy(
  { clock, newId }: Source,
  account: AccountId,
  kind: Actor['kind'],
  channel: Origin['channel'],
): CommandMetadata {
  const commandId = newId() as CommandId;
  return {
    commandId,
    at: clock(),
    actor: { account_id: account, kind },
    origin: { channel },
    correlationId: commandId,
    repeated: false,
  };
}
