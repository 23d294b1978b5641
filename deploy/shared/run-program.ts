import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { getSystemErrorMessage } from 'node:util';
import { collectStopSteps, type OnStop } from '@anecdotes/contracts/server/assemble';
import { sqlStateOf, UNDEFINED_TABLE } from '@anecdotes/contracts/server/postgres/sql-state';
import { endOnSignal, explain } from '@anecdotes/contracts/server/process';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';

/** The exit code of an operator's program that could not finish its task. */
export const UNDONE = 2;
/** How long a task may take to end after a signal. */
const GRACE_MS = 5_000;
const STOPPED = 'Stopped before it was done.';
/** Of a lost connection, and of a database that is shutting down. */
const lostCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);
/** Messages of pg, without a code, about a connection that was lost or cannot be made again. */
const LOST = /^Connection terminated|^timeout exceeded when trying to connect/;

export type Task = {
  /** Registers a step that runs at the end, newest first, however the task ends. */
  readonly onStop: OnStop;
  /** Aborted by a signal, after which the task must fail soon. */
  readonly signal: AbortSignal;
};

/** A failure that the operator can understand: one line, and the exit code. */
export type Refusal = { readonly message: string; readonly code: number };

/**
 * Runs `task` as an operator's program, and ends the process with the exit code that it returns. When it throws, prints
 * the message of `refusalOf` its error, or explains the error, and exits with 2; after a signal prints one line. Exits
 * with 2 also when its output cannot be written, as on a full disk.
 */
export async function runProgram(
  task: (given: Task) => Promise<number>,
  refusalOf: (error: unknown) => Refusal | undefined,
): Promise<never> {
  const { onStop, stop } = collectStopSteps();
  const stopping = new AbortController();
  const { signal } = stopping;
  const fail = (error: unknown): number => {
    // After a signal, any other error is a consequence of the stop.
    const isKnown = !signal.aborted || error instanceof ConfigurationError;
    const failure = refusalOf(error) ?? {
      message: isKnown ? (databaseFault(error) ?? explain(error)) : STOPPED,
      code: UNDONE,
    };
    process.stderr.write(`${failure.message}\n`);
    return failure.code;
  };
  let unwritten: number | undefined;
  process.stdout.on('error', ({ code, errno }: NodeJS.ErrnoException) => {
    // The reader of a pipe, such as `head`, may have enough.
    if (code !== 'EPIPE') unwritten ??= errno;
  });
  // The task begins in a later step, when signals are handled already.
  const running = Promise.resolve()
    .then(() => task({ onStop, signal }))
    .catch(fail)
    .then((code) => stop().then(() => code, fail));
  endOnSignal(async () => {
    stopping.abort();
    const code = await Promise.race([running, delay(GRACE_MS)]);
    if (code !== undefined) process.exit(code);
    process.stderr.write(`${STOPPED}\n`);
    await stop();
    process.exit(UNDONE);
  });
  const code = await running;
  // What a full pipe has not taken yet would be lost.
  await new Promise((resolve) => process.stdout.write('', resolve));
  // A failed write is reported in a later step.
  await setImmediate();
  if (unwritten !== undefined) {
    process.stderr.write(`The result could not be written: ${getSystemErrorMessage(unwritten)}.\n`);
    process.exit(UNDONE);
  }
  // The IPC channel to the launcher would keep this process alive.
  process.exit(code);
}

/** A sentence about a database that the program was never started on, or that is gone. */
function databaseFault(error: unknown): string | undefined {
  const { message, syscall } = error as NodeJS.ErrnoException;
  const code = sqlStateOf(error);
  if (code === UNDEFINED_TABLE)
    return `A table is missing (${message}). Start the program once, or check DATABASE_URL.`;
  if (lostCodes.has(code) || syscall === 'connect' || LOST.test(message))
    return 'The connection to the database was lost, perhaps because another program stopped it. Run this again.';
  return undefined;
}
