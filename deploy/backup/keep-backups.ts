import type { WholeLog } from '@anecdotes/command-service/event-log';
import { ERASING } from '@anecdotes/command-service/vault/erasures';
import type { Position } from '@anecdotes/contracts';
import { every } from '@anecdotes/contracts/server/concurrency/every';
import { problemOf } from '@anecdotes/contracts/server/http/errors';
import { gauge, type Registry } from '@anecdotes/contracts/server/http/metrics';
import { backupsIn, type Manifest, readManifests } from './manifest.ts';

/** The state of the backups that the program makes by itself. */
export type OwnBackups = {
  /** The last complete backup; null before the first. */
  last(): { readonly taken_at: string; readonly age_seconds: number; readonly position: string } | null;
  /** Why the last attempt failed, as a sentence; empty when it did not. */
  troubles(): readonly string[];
  stop(): Promise<void>;
};

const CHECK_EVERY_MS = 10_000;
const RETRY_MS = 600_000;
const RETRY_WHEN_UNAVAILABLE_MS = 60_000;

/**
 * Calls `take` to add a backup to `folder` every `every` milliseconds until stopped, and soon after an erasure, so that
 * the newest backup does not hold the erased key. Checks for this every `checkEvery` milliseconds. A failed backup is
 * tried again; `onIncident` is called once per reason.
 */
export function keepBackups(
  { folder, every: interval, log, registry }: { folder: string; every: number; log: WholeLog; registry: Registry },
  take: (signal: AbortSignal) => Promise<void>,
  onIncident: (sentence: string) => void,
  checkEvery = CHECK_EVERY_MS,
): OwnBackups {
  let newest: Manifest | undefined;
  let trouble: string | undefined;
  let retryAt = 0;
  /** Up to this position, the newest backup misses no erasure. */
  let checkedUpTo: Position = 0n;
  let isErased = false;

  async function readNewest(): Promise<void> {
    const [first, head] = [(await log.readFirst())?.id, await log.head()];
    const known = backupsIn(await readManifests(folder)).map(({ manifest }) => manifest);
    newest = known.findLast(({ log: { first_event } }) => first_event === first);
    const position = BigInt(newest?.log.position ?? 0);
    // A restored log may end before the newest backup.
    checkedUpTo = position < head ? position : head;
    isErased = false;
  }

  /** True only from the check after the one that found an erasure: by then its key is deleted from the vault. */
  async function wasErased(): Promise<boolean> {
    if (isErased) return true;
    const head = await log.head();
    if (head <= checkedUpTo) return false;
    for await (const _ of log.readTypes(ERASING, checkedUpTo)) {
      isErased = true;
      return false;
    }
    checkedUpTo = head;
    return false;
  }

  const starting = readNewest().catch(() => {});

  async function takeWhenDue(signal: AbortSignal): Promise<void> {
    await starting;
    if (trouble !== undefined && performance.now() < retryAt) return;
    const age = ageOf(newest);
    // A negative age means that the clock was ahead when the newest backup was made.
    if (age >= 0 && age < interval && !(await wasErased().catch(() => false))) return;
    if (signal.aborted) return;
    const triedAt = performance.now();
    try {
      await take(signal);
      await readNewest();
      trouble = undefined;
    } catch (error) {
      if (signal.aborted) return;
      retryAt = triedAt + Math.min(isUnavailable(error) ? RETRY_WHEN_UNAVAILABLE_MS : RETRY_MS, interval);
      const before = trouble;
      trouble = `No backup could be made in BACKUP_DIR: ${reasonOf(error)}`;
      if (trouble !== before) onIncident(trouble);
    }
  }

  const help = 'Seconds since the start of the last complete backup';
  gauge(registry, 'anecdotes_backup_age_seconds', help, () => ageOf(newest) / 1_000);
  const keeping = every(Math.min(checkEvery, interval), takeWhenDue, () => {});
  void keeping.runNow();
  return {
    last() {
      if (newest === undefined) return null;
      const { taken_at, log } = newest;
      return { taken_at, age_seconds: Math.round(ageOf(newest) / 1_000), position: log.position };
    },
    troubles: () => (trouble === undefined ? [] : [trouble]),
    stop: keeping.stop,
  };
}

function ageOf(manifest: Manifest | undefined): number {
  return manifest === undefined ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(manifest.taken_at);
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full.',
  EDQUOT: 'its disk is full.',
  EACCES: 'the folder cannot be written.',
  EPERM: 'the folder cannot be written.',
  EROFS: 'the folder cannot be written.',
  ENOTDIR: 'it is not a folder.',
  EEXIST: 'it is not a folder.',
  53100: 'the disk of the database is full.',
};

/** True when the database or the log did not answer, so that the next attempt may succeed; a full disk stays full. */
function isUnavailable(error: unknown): boolean {
  return knownReason(error) === undefined && problemOf(error).code === 'UNAVAILABLE';
}

function knownReason(error: unknown): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  // Without a path, ENOENT is about the socket of the database.
  return code === 'ENOENT' && path !== undefined ? 'the folder, or a file in it, is missing.' : reasons[code];
}

/** The reason without the path of the folder, which may be personal. */
function reasonOf(error: unknown): string {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  const reason = knownReason(error);
  if (reason !== undefined) return reason;
  if (isUnavailable(error)) return 'the database or the event log did not answer.';
  return name === 'BackupRefused' ? String(message) : `${code ?? name ?? 'an error'}.`;
}
