import {
  type DateOrderChoice,
  type ImportAnswer,
  type ImportColumn,
  limits,
  type OperationView,
} from '@anecdotes/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { operationsQuery } from '../../anecdote/operations.ts';
import { ApiError, isUnreachable, reasonOf, send } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { notifyError } from '../../lib/messages.ts';
import { fileStrings as strings } from './file-strings.ts';

/** A large file may take this long to upload and to read. */
const TIMEOUT_MS = 10 * 60_000;

/** The number of the chosen column of each field, from 1; 0 for no column. */
export type ChosenColumns = Readonly<Partial<Record<ImportColumn, number>>>;
/** How the person wants a table to be read. */
export type TableChoices = { readonly columns: ChosenColumns; readonly dateOrder: DateOrderChoice };
type ImportRequest = { readonly file: File; readonly choices: TableChoices };

/** Uploads a file to import it; with `isDryRun` the server only reports what it would do. Throws ApiError. */
async function importFile({ file, choices }: ImportRequest, isDryRun: boolean): Promise<ImportAnswer> {
  if (file.size > limits.importBytes) throw new ApiError('IMPORT_TOO_LARGE', strings.tooLarge);
  const chosen = Object.entries(choices.columns).map(([field, number]) => `${field}=#${number}`);
  const query = {
    name: file.name.slice(0, 255),
    time_zone: timeZone(),
    columns: chosen.join(',') || undefined,
    date_order: choices.dateOrder === 'automatic' ? undefined : choices.dateOrder,
    ...(isDryRun && { dry_run: 'true' }),
  };
  // Before the upload, which in Firefox would wait for the missing bytes.
  if (!(await isReadable(file))) throw new ApiError('IMPORT_UNREADABLE', strings.changed);
  return send<ImportAnswer>('POST', '/import', { body: file, query, timeout: TIMEOUT_MS });
}

/** False for a folder that was dropped, and a file that was changed, moved or deleted since: browsers upload neither. */
function isReadable(file: File): Promise<boolean> {
  const last = file.slice(-1);
  return last.arrayBuffer().then(
    ({ byteLength }) => byteLength === last.size,
    () => false,
  );
}

/** Why a file could not be read or imported, or `fallback`. */
export function failureOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && isUnreachable(error) ? error.message : reasonOf(error, fallback);
}

/** Checks a chosen file with a dry run. */
export function useDryRun() {
  return useMutation({ mutationFn: (request: ImportRequest) => importFile(request, true) });
}

/** Starts the import of a file. */
export function useImport(onStarted: (answer: ImportAnswer) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ImportRequest) => importFile(request, false),
    onSuccess: async (answer) => {
      await refreshOperations(queries);
      onStarted(answer);
    },
    onError: (error) => notifyError(failureOf(error, strings.failed)),
  });
}

export type Step = 'pause' | 'resume' | 'cancel' | 'undo';

/** Pauses, resumes or cancels a running import, or undoes an import. */
export function useOperationStep() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, step }: { id: string; step: Step }) => send<OperationView>('POST', `/operations/${id}/${step}`),
    onError: (error) => notifyError(reasonOf(error, strings.failed)),
    onSettled: () => refreshOperations(queries),
  });
}

function refreshOperations(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries(operationsQuery());
}
