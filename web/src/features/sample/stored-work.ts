import { accountId } from '../../lib/session.ts';
import { parseStored, readStored, writeStored } from '../../lib/stored-value.ts';
import type { Work } from './work.ts';

/** For how long the service knows a batch again that it has made before. */
const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** Work that was under way when the page was left; `canResume` is false where what is done could be done twice. */
export function readStoredWork(): { work: Work; canResume: boolean } | undefined {
  const kept = parseStored(readStored(workKey())) as { at: number; work: Work } | null;
  if (!kept?.work?.task) return undefined;
  const { at, work } = kept;
  return { work, canResume: work.task !== 'adding' || Date.now() - at < IDEMPOTENCY_MS };
}

/** Keeps `work` until it is done; null forgets it. */
export function storeWork(work: Work | null): void {
  writeStored(workKey(), work && JSON.stringify({ at: Date.now(), work }));
}

/** The name of the work of the person who is logged in: as stored value, and as lock of the tab that does it. */
export function workKey(): string {
  return `samples_${accountId()}`;
}
