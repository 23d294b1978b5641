import { download } from '../../lib/api.ts';
import { isoDay } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';

type Wanted = { trash: boolean; history: boolean };

/** Reads the whole journal as a zip file and lets the browser save it. Throws ApiError. */
export async function exportJournal(
  { trash, history }: Wanted,
  watching: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  const query = { ...(trash && { trash: 'true' }), ...(history && { history: 'true' }) };
  const file = await download('/export', { query, ...watching });
  saveFile(file, `anecdotes-${isoDay(new Date())}.zip`);
}
