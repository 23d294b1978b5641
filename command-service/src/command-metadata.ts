import type { AccountId, Actor, CommandId, Origin } from '@anecdotes/contracts';
import type { CommandDependencies, CommandMetadata } from './handle-command.ts';

type Source = Pick<CommandDependencies, 'clock' | 'newId'>;

/** Attributes a command to the owner of `account` or, without a `requestId`, to the product itself ('system'). */
export function createCommandMetadata(source: Source, account: AccountId, requestId?: string): CommandMetadata {
  const by = requestId === undefined ? bySystem : byPerson;
  return metadataBy(source, account, by, requestId);
}

/** Attributes a command about `account` to the operator. */
export function createOperatorMetadata(source: Source, account: AccountId): CommandMetadata {
  return metadataBy(source, account, byOperator);
}

type Attribution = { readonly kind: Actor['kind']; readonly channel: Origin['channel'] };

const byPerson: Attribution = { kind: 'person', channel: 'web' };
const bySystem: Attribution = { kind: 'system', channel: 'system' };
const byOperator: Attribution = { kind: 'operator', channel: 'operator' };

function metadataBy(
  { clock, newId }: Source,
  account: AccountId,
  { kind, channel }: Attribution,
  requestId?: string,
): CommandMetadata {
  const commandId = newId() as CommandId;
  return {
    commandId,
    at: clock(),
    actor: { account_id: account, kind },
    origin: { channel },
    correlationId: requestId ?? commandId,
    repeated: false,
  };
}
