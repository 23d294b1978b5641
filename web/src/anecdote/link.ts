import type { AnecdoteView } from '@anecdotes/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reasonOf, send } from '../lib/api.ts';
import { notify, notifyError } from '../lib/messages.ts';
import { refreshJournal } from '../lib/query-client.ts';
import { strings } from '../lib/strings.ts';
import { anecdoteQuery } from './queries.ts';
import { anecdoteStrings } from './strings.ts';

/** An anecdote and its new parent; null for none. */
export type LinkChange = { id: string; parent: string | null };

/**
 * Returns a function that makes one or several changes in order, and offers to undo all of them together. If one is
 * refused, those already made are undone.
 */
export function useLinkChange(): (...changes: readonly LinkChange[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (...changes) => {
      try {
        const before = await Promise.all(changes.map(({ id }) => readAgain(queries, id)));
        const back = before.map(({ id, connected_to: parent }) => ({ id, parent })).toReversed();
        await makeAll(queries, changes, back);
        const undo = () =>
          makeAll(queries, back, changes).then(
            () => notify(anecdoteStrings.linkUndone),
            (error) => notifyError(sentenceOf(error)),
          );
        notify(outcomeOf(changes), { action: { label: strings.common.undo, onClick: () => void undo() } });
      } catch (error) {
        notifyError(sentenceOf(error));
      }
    },
    [queries],
  );
}

function readAgain(queries: QueryClient, id: string): Promise<AnecdoteView> {
  return queries.fetchQuery({ ...anecdoteQuery(id), staleTime: 0 });
}

/** Thrown when changes that were already made could not be undone. */
class PartialLinkChangeError extends Error {}

function sentenceOf(error: unknown): string {
  return error instanceof PartialLinkChangeError
    ? anecdoteStrings.linkPartlyChanged
    : reasonOf(error, anecdoteStrings.linkFailed);
}

/**
 * Makes all `changes` or none. `back` undoes them, last change first. Rethrows the refusal of a change; throws
 * `PartialLinkChangeError` if undoing is refused too.
 */
async function makeAll(
  queries: QueryClient,
  changes: readonly LinkChange[],
  back: readonly LinkChange[],
): Promise<void> {
  let made = 0;
  try {
    for (const change of changes) {
      await make(change);
      made += 1;
    }
  } catch (error) {
    try {
      for (const change of back.slice(back.length - made)) await make(change);
    } catch (cause) {
      throw new PartialLinkChangeError('Some of the link changes were made and could not be undone', { cause });
    }
    throw error;
  } finally {
    await refreshJournal(queries);
  }
}

async function make({ id, parent }: LinkChange): Promise<void> {
  if (parent === null) await send('DELETE', `/anecdotes/${id}/parent`);
  else await send('PUT', `/anecdotes/${id}/parent`, { body: { parent } });
}

function outcomeOf(changes: readonly LinkChange[]): string {
  if (changes.length > 1) return anecdoteStrings.inserted;
  return changes[0]?.parent === null ? anecdoteStrings.unlinked : anecdoteStrings.linked;
}
