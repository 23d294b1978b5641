import { samplesKey } from '../../lib/account-keys.ts';
import { parseStored, readStored, writeStored } from '../../lib/stored-value.ts';
import type { Work } from './work.ts';

/** How long the server recognizes the idempotency key of a batch. */
const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** The work that was running when the page was left; `canResume` is false if a batch might be created twice. */
export function readStoredWork(): { work: Work; canResume: boolean } | undefined {
  const stored = parseStored(readStored(samplesKey())) as { at: number; work: Work } | null;
  if (!stored?.work?.task) return undefined;
  const { at, work } = stored;
  return { work, canResume: work.task !== 'adding' || Date.now() - at < IDEMPOTENCY_MS };
}

/** Stores `work`; null removes it. */
export function storeWork(work: Work | null): void {
  writeStored(samplesKey(), work && JSON.stringify({ at: Date.now(), work }));
}
