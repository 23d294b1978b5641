import { appendWithRetry } from '@anecdotes/command-service/append-with-retry';
import { createSystemMetadata } from '@anecdotes/command-service/command-metadata';
import type { EventLog } from '@anecdotes/command-service/event-log';
import { metadataOf } from '@anecdotes/command-service/handle-command';
import { type AccountId, type EventId, streams } from '@anecdotes/contracts';
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
    const command = createSystemMetadata({ clock: () => new Date(), newId }, account);
    const event = { type: 'AccountRead', data: { account, reader }, at: command.at.toISOString() } as const;
    const envelope = { id: newId() as EventId, metadata: metadataOf(event, account, command) };
    const sealed = await sealEvent(stream, event, envelope, keys);
    await appendWithRetry(source, { stream, expectedRevision: 'any', events: [sealed] });
    recorded.add(account);
  };
}
