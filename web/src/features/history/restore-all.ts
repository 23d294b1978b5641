import { type BatchChange, type HistoryPage, limits } from '@anecdotes/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetDeletion } from '../../anecdote/deleted.ts';
import { anecdoteStrings } from '../../anecdote/strings.ts';
import { read, reasonOf, send } from '../../lib/api.ts';
import { newUuid } from '../../lib/change-key.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { historyStrings } from './strings.ts';

/** Restores everything in the trash as one operation, and reports how many anecdotes could not be restored. */
export function useRestoreAll() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const ids = await deletedIds();
      const operation = { id: newUuid(), kind: 'restore' };
      const answers: BatchChange[] = [];
      for (let from = 0; from < ids.length; from += limits.batch) {
        const some = ids.slice(from, from + limits.batch);
        answers.push(
          ...(await send<BatchChange[]>('POST', '/anecdotes/batch/restore', { body: { ids: some, operation } })),
        );
        forgetDeletion(some);
      }
      return answers;
    },
    onSuccess: (answers) => {
      const refusals = answers.flatMap((answer) => (answer.success ? [] : [answer.error.message]));
      const restored = answers.length - refusals.length;
      const [reason] = refusals;
      if (reason === undefined) notify(anecdoteStrings.restored(restored));
      else notifyError(historyStrings.trash.someLeft(restored, refusals.length, reason));
    },
    onError: (error) => notifyError(reasonOf(error, anecdoteStrings.restoreFailed)),
    onSettled: () => refreshJournal(queries),
  });
}

/** The ids of all anecdotes that can be restored. Throws ApiError. */
async function deletedIds(): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page: HistoryPage = await read<HistoryPage>('/anecdotes/trash', { query: { limit: 50, cursor } });
    ids.push(...page.data.flatMap(({ anecdote }) => anecdote?.id ?? []));
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
