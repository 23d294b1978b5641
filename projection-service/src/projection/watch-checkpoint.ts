import { abortableDelay } from '@anecdotes/contracts/server/concurrency/delay';
import { FenceLost } from './batch.ts';
import { type Generation, generationById } from './generation.ts';
import type { Projection } from './projection.ts';
import { expectSameLog, LogReplaced } from './same-log.ts';

const WATCH_MS = 2_000;

/**
 * What a run knows about the generation that it writes: `isBusy` while a commit may move the checkpoint, `hasParked`
 * when events of it are in quarantine.
 */
export type Writing = { current: Generation; isBusy: boolean; hasParked: boolean };

/**
 * Compares the checkpoint in the database with the one in memory, and the log with the one that the views were made
 * from, until `signal` aborts: a database or a log can be restored while the service runs. When the log or the database
 * does not answer, tries again later. Throws FenceLost or LogReplaced.
 */
export async function watchCheckpoint(
  { pool, source }: Pick<Projection, 'pool' | 'source'>,
  writing: Pick<Writing, 'current' | 'isBusy'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await abortableDelay(WATCH_MS, signal);
    if (signal.aborted) return;
    try {
      await expectSameLog(source, await storedNow());
    } catch (error) {
      if (error instanceof FenceLost || error instanceof LogReplaced) throw error;
    }
  }

  async function storedNow(): Promise<Generation> {
    const [before, wasBusy] = [writing.current, writing.isBusy];
    const stored = await generationById(pool, before.id);
    // A commit at the same time checks the checkpoint itself.
    const isMoving = wasBusy || writing.isBusy || writing.current !== before;
    if (!isMoving && stored?.position !== before.position) throw new FenceLost();
    return stored ?? before;
  }
}
