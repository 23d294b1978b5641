import { appendWithRetry } from '@anecdotes/command-service/append-with-retry';
import type { EventLog } from '@anecdotes/command-service/event-log';
import { type AccountId, type CommandId, definitionOf, type EventId, streams } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import { sealEvent } from '@anecdotes/contracts/server/crypto/journal-codec';

type Records = { readonly source: EventLog; readonly keys: EventKeys };

/**
 * Returns a function that records in the log that `reader` reads an account, once per account. Call it before data of
 * the account is shown. The person sees the record in the activity of their account.
 */
export function createReadingRecord({ source, keys }: Records, reader: string): (account: AccountId) => Promise<void> {
  const recorded = new Set<AccountId>();
  return async (account) => {
    if (recorded.has(account)) return;
    const stream = streams.account(account);
    const command = newId();
    const metadata = {
      schema_version: definitionOf('AccountRead')?.version ?? 1,
      command_id: command as CommandId,
      correlation_id: command,
      causation_id: command,
      actor: { account_id: account, kind: 'system' as const },
      origin: { channel: 'system' as const },
      at: new Date().toISOString(),
      subject: account,
    };
    const event = { type: 'AccountRead' as const, data: { account, reader } };
    const sealed = await sealEvent(stream, event, { id: newId() as EventId, metadata }, keys);
    await appendWithRetry(source, { stream, expectedRevision: 'any', events: [sealed] });
    recorded.add(account);
  };
}
