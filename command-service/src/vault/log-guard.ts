import { Problem } from '@anecdotes/contracts';
import { shareRun } from '@anecdotes/contracts/server/concurrency/share-run';
import { sqlStateOf, UNDEFINED_TABLE } from '@anecdotes/contracts/server/postgres/sql-state';
import type pg from 'pg';
import type { WholeLog } from '../event-log.ts';
import { type KnownLog, knownLog, mismatchOf } from './log-identity.ts';

/** Keeps a running service from writing to a log that does not, or no longer, belong to its vault. */
export type LogGuard = {
  /** The log; all calls except `readFirst` throw UNAVAILABLE while it does not belong to the vault. */
  readonly log: WholeLog;
  /**
   * Compares vault and log; changes nothing when one of them does not answer. If the vault is suddenly older than
   * before, erases from it what the log records as erased, and lets calls be refused until that is done.
   */
  check(): Promise<void>;
  /** Throws UNAVAILABLE while vault and log do not belong together. */
  assertTogether(): void;
  /** Calls `listener` on each change: with why vault and log do not belong together, or undefined if they do again. */
  onChange(listener: (fault: string | undefined) => void): void;
  /** Calls `listener` with the error of a check that failed, unless the check before it failed in the same way. */
  onFailedCheck(listener: (error: unknown) => void): void;
};

const RETRY_AFTER_S = 5;
const OLDER =
  'The vault in this database is older than at the last check; the erasures in the log are applied to it again.';

/** `reapplyErasures` erases from the vault what the log records as erased. */
export function createLogGuard(vault: pg.Pool, log: WholeLog, reapplyErasures: () => Promise<void>): LogGuard {
  let fault: string | undefined;
  let erasures = 0n;
  let failure: string | undefined;
  let notify: (fault: string | undefined) => void = () => {};
  let notifyFailure: (error: unknown) => void = () => {};

  async function compare(): Promise<void> {
    const [known, first] = [await knownLogOrNone(vault), await log.readFirst()];
    const found = mismatchOf(known, first);
    const seen = known?.erasures ?? 0n;
    // An application that failed may have counted all of them before.
    if (found === undefined && (seen < erasures || fault === OLDER)) {
      report(OLDER);
      await reapplyErasures();
    }
    report(found);
    if (found === undefined) erasures = seen;
    failure = undefined;
  }

  function reportFailure(error: unknown): void {
    const { code, message } = error as { code?: unknown; message?: unknown };
    const found = `${code} ${message}`;
    if (found !== failure) notifyFailure(error);
    failure = found;
  }

  function report(found: string | undefined): void {
    if (found === fault) return;
    fault = found;
    notify(found);
  }

  const check = shareRun(() => compare().catch(reportFailure));

  function assertTogether(): void {
    if (fault !== undefined) throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  }

  /** Checks after each error, because a log that failed may come back as another one. */
  async function guarded<Result>(ask: () => Promise<Result>): Promise<Result> {
    assertTogether();
    try {
      return await ask();
    } catch (error) {
      void check();
      throw error;
    }
  }

  return {
    log: {
      append: (append) => guarded(() => log.append(append)),
      readStream: (stream, options) => guarded(() => log.readStream(stream, options)),
      readFirst: () => log.readFirst(),
      head: () => guarded(() => log.head()),
      readTypes(types, after) {
        assertTogether();
        return log.readTypes(types, after);
      },
    },
    check,
    assertTogether,
    onChange(listener) {
      notify = listener;
    },
    onFailedCheck(listener) {
      notifyFailure = listener;
    },
  };
}

/** Undefined also when the database was replaced by one without a vault. */
async function knownLogOrNone(vault: pg.Pool): Promise<KnownLog | undefined> {
  try {
    return await knownLog(vault);
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}
