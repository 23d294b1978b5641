import { ConfigurationError } from './configuration.ts';

export type RunningService = {
  /** Where it listens. */
  readonly address: string;
  /** Takes no new request, answers those that it has, and gives its connections back. */
  stop(): Promise<void>;
};

const SHUTDOWN_DEADLINE_MS = 10_000;

/**
 * Runs `start` as this process: tells the address, ends cleanly at the first signal and at once at the second. A wrong
 * setting is one line and exit 1.
 */
export async function runProcess(name: string, start: () => Promise<RunningService>): Promise<void> {
  try {
    const { address, stop } = await start();
    process.stdout.write(`${name} runs at ${address}\n`);
    endOnSignal(stop);
  } catch (error) {
    exitWith(explain(error));
  }
}

/** The first signal drains and ends cleanly, the second ends at once. */
export function endOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => exitWith('Stopping took too long.'), SHUTDOWN_DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error) => exitWith(explain(error)),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // The parent that `npm start` left behind was killed.
  process.on('disconnect', end);
}

/** One line for what a person can mend; anything else with its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigurationError) return error.message;
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to a free one.`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return 'This address or port may not be used. Set HOST and PORT.';
  return error.stack ?? error.message;
}

/** Ends this process as failed. */
export function exitWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
