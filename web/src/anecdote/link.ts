import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reasonOf, send } from '../lib/api.ts';
import { notify, notifyError } from '../lib/messages.ts';
import { refreshJournal } from '../lib/query-client.ts';
import { strings } from '../lib/strings.ts';
import { linkStrings } from './link-strings.ts';
import { anecdoteQuery } from './queries.ts';

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
        const back = (await presentLinks(queries, changes)).toReversed();
        await makeAll(queries, changes, back);
        const undo = () => undoAll(queries, changes, back).catch((error) => notifyError(sentenceOf(error)));
        notify(outcomeOf(changes), { action: { label: strings.common.undo, onClick: () => void undo() } });
      } catch (error) {
        notifyError(sentenceOf(error));
      }
    },
    [queries],
  );
}

/** The present parents of the anecdotes that `changes` are about. */
function presentLinks(queries: QueryClient, changes: readonly LinkChange[]): Promise<LinkChange[]> {
  return Promise.all(
    changes.map(async ({ id }) => {
      const { connected_to } = await queries.fetchQuery({ ...anecdoteQuery(id), staleTime: 0 });
      return { id, parent: connected_to };
    }),
  );
}

/** Undoes `changes`, unless one of the connections was changed again, such as in another tab. */
async function undoAll(
  queries: QueryClient,
  changes: readonly LinkChange[],
  back: readonly LinkChange[],
): Promise<void> {
  const present = await presentLinks(queries, changes);
  if (present.some(({ parent }, index) => parent !== changes[index]?.parent)) {
    notifyError(linkStrings.changedSince);
    return refreshJournal(queries);
  }
  await makeAll(queries, back, changes);
  notify(linkStrings.undone);
}

/** Thrown when changes that were already made could not be undone. */
class PartialLinkChangeError extends Error {}

function sentenceOf(error: unknown): string {
  return error instanceof PartialLinkChangeError ? linkStrings.partlyChanged : reasonOf(error, linkStrings.failed);
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
  if (changes.length > 1) return linkStrings.inserted;
  return changes[0]?.parent === null ? linkStrings.unlinked : linkStrings.linked;
}
