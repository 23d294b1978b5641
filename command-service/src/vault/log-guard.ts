import { Problem } from '@anecdotes/contracts';
import type pg from 'pg';
import type { WholeLog } from '../event-log.ts';
import { type KnownLog, knownLog, mismatchOf } from './log-identity.ts';

/** Keeps a running service from writing into a log that is not, or no longer, that of its vault. */
export type LogGuard = {
  /** The log; every call throws UNAVAILABLE while it is not the right one. */
  readonly log: WholeLog;
  /**
   * Compares vault and log. A log or vault that does not answer is not judged. Erases from a vault that is older than it
   * was whom the log says to be erased, before anything else is served.
   */
  check(): Promise<void>;
  /** Throws UNAVAILABLE while vault and log do not belong together. */
  assertTogether(): void;
  /** Hears of each change: why vault and log do not belong together, or undefined when they do again. */
  onChange(listener: (fault: string | undefined) => void): void;
};

const RETRY_AFTER_S = 5;

/** `eraseAgain` erases from the vault what the log says to be erased. */
export function createLogGuard(vault: pg.Pool, log: WholeLog, eraseAgain: () => Promise<void>): LogGuard {
  let fault: string | undefined;
  let erasures = 0n;
  let checking: Promise<void> | undefined;
  let listener: (fault: string | undefined) => void = () => {};

  async function compare(): Promise<void> {
    const [known, first] = [await knownLogOrNone(vault), await log.readFirst()];
    const found = mismatchOf(known, first);
    const seen = known?.erasures ?? 0n;
    if (found === undefined && seen < erasures) {
      report(
        'The vault in this database is older than it was a moment ago; it forgets again whom the log says erased.',
      );
      await eraseAgain();
    }
    report(found);
    if (found === undefined) erasures = seen;
  }

  function report(found: string | undefined): void {
    if (found === fault) return;
    fault = found;
    listener(found);
  }

  function check(): Promise<void> {
    checking ??= compare()
      .catch(() => {})
      .finally(() => {
        checking = undefined;
      });
    return checking;
  }

  function assertTogether(): void {
    if (fault !== undefined) throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  }

  /** A log that fails may come back as another one. */
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
    onChange(hear) {
      listener = hear;
    },
  };
}

const UNDEFINED_TABLE = '42P01';

/** Undefined also where another database took the place of the vault. */
async function knownLogOrNone(vault: pg.Pool): Promise<KnownLog | undefined> {
  try {
    return await knownLog(vault);
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}
