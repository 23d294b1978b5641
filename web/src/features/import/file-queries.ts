import type { ImportAnswer, ImportColumn, OperationView } from '@anecdotes/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { operationsQuery } from '../../anecdote/operations.ts';
import { reasonOf, send } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { notifyError } from '../../lib/messages.ts';
import { fileStrings as strings } from './file-strings.ts';

/** A large file takes as long as it takes to send and to read it. */
const TIMEOUT_MS = 10 * 60_000;

/** The number of the column of each field that was chosen, from 1; 0 for none. */
export type ChosenColumns = Readonly<Partial<Record<ImportColumn, number>>>;
type Wanted = { readonly file: File; readonly columns: ChosenColumns };

/** Has the service read a file, and with `isDryRun` only tell what it would do. Throws ApiError. */
function importFile({ file, columns }: Wanted, isDryRun: boolean): Promise<ImportAnswer> {
  const chosen = Object.entries(columns).map(([field, number]) => `${field}=#${number}`);
  const query = {
    name: file.name.slice(0, 255),
    time_zone: timeZone(),
    columns: chosen.join(',') || undefined,
    ...(isDryRun && { dry_run: 'true' }),
  };
  return send<ImportAnswer>('POST', '/import', { body: file, query, timeout: TIMEOUT_MS });
}

/** Looks into a file that was chosen. */
export function useDryRun() {
  return useMutation({ mutationFn: (wanted: Wanted) => importFile(wanted, true) });
}

/** Begins to import a file. */
export function useImport(onStarted: (answer: ImportAnswer) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) => importFile(wanted, false),
    onSuccess: async (answer) => {
      await lookAgain(queries);
      onStarted(answer);
    },
    onError: (error) => notifyError(reasonOf(error, strings.failed)),
  });
}

export type Step = 'pause' | 'resume' | 'cancel' | 'undo';

/** Steers an import that runs, or undoes one. */
export function useSteer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, step }: { id: string; step: Step }) => send<OperationView>('POST', `/operations/${id}/${step}`),
    onError: (error) => notifyError(reasonOf(error, strings.failed)),
    onSettled: () => lookAgain(queries),
  });
}

function lookAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries(operationsQuery());
}
