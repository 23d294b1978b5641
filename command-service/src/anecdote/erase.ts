import { type AnecdoteId, definitionOf, type Position, streams } from '@anecdotes/contracts';
import type pg from 'pg';
import type { CommandMetadata } from '../handle-command.ts';
import { forgetImportEntry } from '../import/import-part.ts';
import { forgetAnswers } from '../vault/idempotency.ts';
import type { StateCache } from '../vault/state-cache.ts';
import { type AnecdoteDependencies, changeAnecdote } from './commands.ts';

/**
 * Erases an anecdote for good: records it and destroys the secrets that open its content, also those of earlier
 * contents. `isWhole` is false when some of it was stored before anecdotes had keys of their own: that part can only be
 * erased with the account. Throws ANECDOTE_NOT_FOUND. Sending an interrupted erasure again completes it.
 */
export async function eraseAnecdote(
  deps: AnecdoteDependencies & { readonly vault: pg.Pool; readonly states: StateCache },
  id: AnecdoteId,
  metadata: CommandMetadata,
): Promise<{ position: Position; isWhole: boolean }> {
  const { position } = await changeAnecdote(deps, id, { type: 'EraseAnecdote' }, metadata);
  const events = await deps.log.readStream(streams.anecdote(id));
  const sealed = events.filter(({ type, data }) => definitionOf(type)?.sealedUnder === 'anecdote-key' && data.sealed);
  const keyIds = sealed.flatMap(({ metadata: { key_id } }) => key_id ?? []);
  await deps.anecdoteKeys.destroy([...new Set(keyIds)]);
  await deps.states.forget(streams.anecdote(id));
  await forgetImportEntry(deps, metadata.actor.account_id, id);
  const commandIds = events.map(({ metadata: { command_id } }) => command_id);
  await forgetAnswers(deps.vault, metadata.actor.account_id, { target: id, commandIds });
  return { position, isWhole: keyIds.length === sealed.length };
}
