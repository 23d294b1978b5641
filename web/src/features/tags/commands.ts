import type { OperationView } from '@anecdotes/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { FOLLOW_MS, operationsQuery } from '../../anecdote/operations.ts';
import { ApiError, reasonOf, send } from '../../lib/api.ts';
import { delay } from '../../lib/delay.ts';
import { joinSentences } from '../../lib/join-sentences.ts';
import { notify, notifyError } from '../../lib/messages.ts';
import { recordChange } from '../../lib/position.ts';
import { journalKey } from '../../lib/query-client.ts';
import { accountId } from '../../lib/session.ts';
import { strings as shared } from '../../lib/strings.ts';
import { readTagged } from './queries.ts';
import { tagStrings as strings } from './strings.ts';

/** Starts replacing the tag `from` by `to` in all anecdotes that have it. Throws ApiError. */
export async function renameTag(queries: QueryClient, from: string, to: string): Promise<void> {
  const anecdotes = await taggedOf(from);
  void follow(queries, await send<OperationView>('POST', '/tags/rename', { body: { from, to, anecdotes } }));
}

/** Starts removing a tag from all anecdotes that have it; `onStarted` gets the tag. */
export function useDeleteTag(onStarted: (tag: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (tag: string) => {
      const anecdotes = await taggedOf(tag);
      return send<OperationView>('POST', '/tags/delete', { body: { tag, anecdotes } });
    },
    onSuccess: (operation, tag) => {
      onStarted(tag);
      void follow(queries, operation);
    },
    onError: (error) => notifyError(reasonOf(error, strings.changeFailed)),
  });
}

/** Starts undoing an operation. */
export const useUndo = () => useOperationStep('undo', strings.undoFailed);

/** Stops an operation before it has processed all its anecdotes. */
export const useStop = () => useOperationStep('cancel', strings.stopFailed);

function useOperationStep(step: 'undo' | 'cancel', failure: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<OperationView>('POST', `/operations/${id}/${step}`),
    onSuccess: (operation) => void follow(queries, operation),
    onError: (error) => notifyError(reasonOf(error, failure)),
  });
}

async function taggedOf(tag: string): Promise<string[]> {
  const anecdotes = await readTagged(tag);
  if (anecdotes.length === 0) throw new ApiError('ANECDOTE_NOT_FOUND', strings.noneLeft);
  return anecdotes;
}

const followed = new Set<string>();

/** Waits until an operation has ended, also across screens, and shows once what it has changed. */
async function follow(queries: QueryClient, started: OperationView): Promise<void> {
  if (followed.has(started.id)) return;
  followed.add(started.id);
  try {
    await followToEnd(queries, started);
  } finally {
    followed.delete(started.id);
  }
}

async function followToEnd(queries: QueryClient, started: OperationView): Promise<void> {
  const account = accountId();
  let operation = started;
  while (operation.status === 'running') {
    // A failed request is ignored: a server that was down for a moment continues the operation by itself.
    const shown = await queries.fetchQuery({ ...operationsQuery(), staleTime: FOLLOW_MS / 2 }).catch(() => []);
    operation = shown.find(({ id }) => id === operation.id) ?? operation;
    if (operation.status === 'running') await delay(FOLLOW_MS);
    if (accountId() !== account) return;
  }
  recordChange(operation.position);
  await queries.invalidateQueries({ queryKey: journalKey });
  announce(queries, operation);
}

function announce(queries: QueryClient, operation: OperationView): void {
  const { id, kind, changed, failed } = operation;
  const undo = async () => {
    try {
      await follow(queries, await send<OperationView>('POST', `/operations/${id}/undo`));
    } catch (error) {
      notifyError(reasonOf(error, strings.undoFailed));
    }
  };
  const sentence = strings.ended(operation);
  if (failed > 0) notifyError(joinSentences(`${sentence}.`, strings.unreadable(failed)));
  else if (changed === 0 || kind === 'undo') notify(sentence);
  else notify(sentence, { action: { label: shared.common.undo, onClick: () => void undo() } });
}
