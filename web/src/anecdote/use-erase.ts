import { useQueryClient } from '@tanstack/react-query';
import { send } from '../lib/api.ts';
import { notify } from '../lib/messages.ts';
import { formKeysOf } from '../lib/pending-save.ts';
import { journalKey, refreshJournal } from '../lib/query-client.ts';
import { accountId } from '../lib/session.ts';
import { forgetStored } from '../lib/stored-value.ts';
import { forgetDeletion } from './deleted.ts';
import { eraseStrings } from './erase-strings.ts';
import { anecdoteKey } from './query-keys.ts';

/** Returns a function that erases the anecdote `id` permanently; `onErased` must leave its screen. */
export function useErase(id: string, onErased: () => Promise<void>): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const slot = `${accountId()}:edit-${id}`;
    const { is_whole } = await send<{ is_whole: boolean }>('POST', `/anecdotes/${id}/erase`);
    // An unsaved edit has its text too.
    forgetStored(formKeysOf(slot));
    // Cached lists would show it until they are read again.
    queries.removeQueries({ queryKey: journalKey, type: 'inactive' });
    await onErased();
    forgetDeletion([id]);
    queries.removeQueries({ queryKey: anecdoteKey(id) });
    notify(is_whole ? eraseStrings.done : eraseStrings.partlyDone);
    await refreshJournal(queries);
  };
}
