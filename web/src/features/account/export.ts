import { download, type Query } from '../../lib/api.ts';
import { isoDay } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Downloads the journal, or the anecdotes that pass `query`, as a zip file that the browser saves. Throws ApiError. */
export async function exportJournal(
  query: Query,
  watching: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  const file = await download('/export', { query, ...watching });
  saveFile(file, `anecdotes-${isoDay(new Date())}.zip`);
}
