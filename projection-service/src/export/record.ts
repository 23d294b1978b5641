import {
  type AccountId,
  type EventMetadata,
  type JournalEventType,
  journalEvents,
  streams,
} from '@anecdotes/contracts';
import type { Principal } from '@anecdotes/contracts/server/auth/authentication';
import { newId } from '@anecdotes/contracts/server/crypto/identifiers';
import type pg from 'pg';

/**
 * Stores a pending event in the vault: that the journal of `principal` is exported. The command-service appends it to
 * the log within a second or two, as it does with every change of the vault.
 */
export async function recordExport(
  vault: pg.Pool,
  principal: Principal,
  { at, correlationId, isWhole }: { at: Date; correlationId: string; isWhole: boolean },
): Promise<void> {
  const id = newId();
  const account: AccountId = principal.account;
  const isPerson = principal.kind === 'person';
  const metadata: EventMetadata = {
    schema_version: journalEvents.JournalExported.version,
    command_id: id as EventMetadata['command_id'],
    correlation_id: correlationId,
    causation_id: id,
    actor: { account_id: account, kind: principal.kind },
    origin: isPerson ? { channel: 'web' } : { channel: 'api', key_id: principal.key },
    at: at.toISOString(),
    subject: null,
  };
  await vault.query({
    name: 'record-export',
    text: `insert into vault.pending_event (event_id, stream, type, data, metadata, due_at)
           values ($1, $2, $3, $4, $5, now())`,
    values: [
      newId(),
      streams.export(id),
      'JournalExported' satisfies JournalEventType,
      JSON.stringify({ account, is_whole: isWhole }),
      JSON.stringify(metadata),
    ],
  });
}
