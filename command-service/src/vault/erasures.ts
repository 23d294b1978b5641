import { type AccountId, type AnecdoteId, type StoredEvent, streamPrefix } from '@anecdotes/contracts';
import type { EventKeys } from '@anecdotes/contracts/server/crypto/event-keys';
import { inTransaction } from '@anecdotes/contracts/server/postgres/transaction';
import type pg from 'pg';
import { destroyKey, forgetAccount } from '../account/credentials.ts';
import type { WholeLog } from '../event-log.ts';
import { forgetImportEntry } from '../import/import-part.ts';
import type { AnecdoteKeys } from './anecdote-keys.ts';
import { forgetAnswers } from './idempotency.ts';
import { knownLog } from './log-identity.ts';

type Dependencies = {
  readonly vault: pg.Pool;
  readonly log: WholeLog;
  readonly keys: EventKeys;
  readonly anecdoteKeys: AnecdoteKeys;
};

/** Events that erase something from the vault. */
export const ERASING = ['AccountErased', 'AnecdoteErased', 'GuestJournalReset'] as const;

const RESET_MARGIN_MS = 3_600_000;

/**
 * The time before which keys were made for the journal that was emptied at `reset`. The margin allows for clocks that
 * differ; the clock of a reset in the future was ahead, and says nothing about the keys made until now.
 */
export function keyCutoffOf(reset: string): Date {
  return new Date(Math.min(Date.parse(reset), Date.now()) - RESET_MARGIN_MS);
}

/**
 * Erases from the vault what the log records as erased: a vault that was restored from a backup, or a replica that
 * lagged behind at failover, still has it. Reads only the events since the last time.
 */
export async function applyErasures(deps: Dependencies): Promise<void> {
  const { vault, log } = deps;
  const known = await knownLog(vault);
  if (known === undefined) return;
  const until = await log.head();
  for await (const event of log.readTypes(ERASING, known.erasedThrough)) {
    if (event.type === 'AccountErased') await eraseAccount(deps, event.data.account as AccountId);
    else if (event.type === 'AnecdoteErased') await eraseAnecdote(deps, event);
    else await eraseJournal(deps, event);
  }
  await vault.query('update vault.log set erased_through = $2 where first_event = $1 and erased_through < $2', [
    known.firstEvent,
    until,
  ]);
}

async function eraseAccount({ vault, keys }: Dependencies, account: AccountId): Promise<void> {
  const { rowCount } = await vault.query(
    `select from vault.subject_key where subject = $1 and wrapped is null
       and not exists (select from vault.credential where account = $1)`,
    [account],
  );
  if (rowCount === 1) return;
  await inTransaction(vault, async (tx) => {
    if ((await forgetAccount(tx, account)) === undefined) await destroyKey(tx, account);
  });
  keys.forget(account);
}

async function eraseAnecdote(deps: Dependencies, { stream, data }: StoredEvent): Promise<void> {
  const { vault, log, anecdoteKeys } = deps;
  const events = await log.readStream(stream);
  const keyIds = events.flatMap(({ metadata }) => metadata.key_id ?? []);
  const target = stream.slice(streamPrefix('anecdote').length) as AnecdoteId;
  const commandIds = events.map(({ metadata }) => metadata.command_id);
  await forgetImportEntry(deps, data.owner as AccountId, target);
  await forgetAnswers(vault, data.owner as AccountId, { target, commandIds });
  // Last, because other processes see by the count of erasures that this one was applied.
  await anecdoteKeys.destroy([...new Set(keyIds)]);
}

async function eraseJournal({ vault, anecdoteKeys }: Dependencies, { data, metadata }: StoredEvent): Promise<void> {
  const { rows } = await vault.query<{ id: string }>(
    `select id from vault.anecdote_key_block
     where account = $1 and created_at < $2`,
    [data.account, keyCutoffOf(metadata.at)],
  );
  await vault.query('delete from vault.operation where account = $1 and started_at < $2', [data.account, metadata.at]);
  await forgetAnswers(vault, data.account as AccountId);
  await anecdoteKeys.destroyBlocks(rows.map(({ id }) => id));
}
