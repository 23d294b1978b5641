import { once } from 'node:events';
import { isatty } from 'node:tty';
import { getSystemErrorMessage } from 'node:util';
import { ConfigurationError } from './settings/read-settings.ts';

export type RunningService = {
  /** The address it listens on. */
  readonly address: string;
  /** Accepts no new request, finishes those in progress, and closes its connections. */
  stop(): Promise<void>;
};

const SHUTDOWN_DEADLINE_MS = 10_000;
/** One request to stop can arrive as several signals: sent to this process, and forwarded by npm and the launcher. */
const REPEATED_SIGNAL_MS = 1_000;

/** Throws ConfigurationError if this process was given arguments: a program that takes none would ignore them silently. */
export function refuseArguments([, , first] = process.argv): void {
  if (first === undefined) return;
  throw new ConfigurationError(
    `Unexpected argument '${first}'. Settings are environment variables, listed in deploy/README.md.`,
  );
}

/**
 * Runs `start` as the main function of this process: prints the address, and stops as described at `endOnSignal`, also
 * during the start, when `stopRequest` aborts. A wrong setting or an argument prints one line and exits with 1.
 */
export async function runProcess(
  name: string,
  start: (stopRequest: AbortSignal) => Promise<RunningService>,
): Promise<void> {
  const stopRequest = new AbortController();
  // As a promise, even if reading the settings throws.
  const starting = Promise.resolve().then(() => {
    refuseArguments();
    return start(stopRequest.signal);
  });
  endOnSignal(async () => (await starting).stop(), stopRequest);
  try {
    const { address } = await starting;
    process.stdout.write(`${name} runs at ${address}\n`);
  } catch (error) {
    if (!stopRequest.signal.aborted) exitWith(explain(error));
  }
}

/**
 * On the first signal, or when the launcher is gone, aborts `stopRequest`, stops and exits with 0, also when `stop`
 * rejects with the reason of `stopRequest`; a signal over 1 s later exits at once. SIGHUP says that the terminal was
 * closed: without one it is ignored, as `nohup` asks for, which Node.js undoes at its start.
 */
export function endOnSignal(stop: () => Promise<void>, stopRequest = new AbortController()): void {
  let stopRequestedAt: number | undefined;
  const end = () => {
    if (stopRequestedAt !== undefined) return;
    stopRequestedAt = performance.now();
    setTimeout(() => exitWith('Stopping took too long.'), SHUTDOWN_DEADLINE_MS).unref();
    stopRequest.abort();
    stop().then(
      () => process.exit(0),
      (error) => (error === stopRequest.signal.reason ? process.exit(0) : exitWith(explain(error))),
    );
  };
  // Looked up now: once a terminal is closed, it is not recognized any more.
  const hasTerminal = [0, 1, 2].some(isatty);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && !hasTerminal) return;
      if (stopRequestedAt !== undefined && performance.now() - stopRequestedAt > REPEATED_SIGNAL_MS) process.exit(1);
      end();
    });
  }
  // The process that started this one is gone.
  process.on('disconnect', end);
  if (process.connected === false) end();
  // The reader of the output may be gone as well.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

/** The result of `work`; throws the reason of `signal` once that aborts, without waiting for `work`. */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  return Promise.race([work, aborted.then(() => Promise.reject(signal.reason))]);
}

/** What a system call does to a path, where its name does not say it. */
const words: Readonly<Record<string, string>> = { mkdir: 'create', scandir: 'read', unlink: 'remove', rmdir: 'remove' };

/** What the setup of a database lacks, by the code with which Postgres says so. */
const setupFaults: Readonly<Record<string, string>> = {
  '42501': 'The role of DATABASE_URL has too few rights',
  '25006': 'The database of DATABASE_URL cannot be written',
  '0A000': 'The server of DATABASE_URL lacks something',
};

/** One line for an error that the operator can fix; the stack of any other error. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigurationError) return error.message;
  const { code, errno, syscall, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to a free one.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return 'This address or port may not be used. Set HOST and PORT.';
  const fault = setupFaults[code ?? ''];
  if (fault !== undefined) return `${fault} (${error.message}).`;
  if (errno !== undefined && path !== undefined)
    return `Cannot ${words[syscall ?? ''] ?? syscall} ${path}: ${getSystemErrorMessage(errno)}.`;
  return error.stack ?? error.message;
}

/** Prints `message` and exits with 1. */
export function exitWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
