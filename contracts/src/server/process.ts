import { ConfigurationError } from './settings/read-settings.ts';

export type RunningService = {
  /** Where it listens. */
  readonly address: string;
  /** Takes no new request, answers those that it has, and gives its connections back. */
  stop(): Promise<void>;
};

const SHUTDOWN_DEADLINE_MS = 10_000;
/** One wish to end comes several times: to this process itself, passed on by npm and by the launcher. */
const SAME_WISH_MS = 1_000;

/**
 * Runs `start` as this process: tells the address, and ends as `endOnSignal` says, also while it is starting. A wrong
 * setting is one line and exit 1.
 */
export async function runProcess(name: string, start: () => Promise<RunningService>): Promise<void> {
  const starting = start();
  endOnSignal(async () => (await starting).stop());
  try {
    const { address } = await starting;
    process.stdout.write(`${name} runs at ${address}\n`);
  } catch (error) {
    exitWith(explain(error));
  }
}

/** The first signal, or the loss of the launcher, drains and ends cleanly; a later signal ends at once. */
export function endOnSignal(stop: () => Promise<void>): void {
  let asked: number | undefined;
  const end = () => {
    if (asked !== undefined) return;
    asked = performance.now();
    setTimeout(() => exitWith('Stopping took too long.'), SHUTDOWN_DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error) => exitWith(explain(error)),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked !== undefined && performance.now() - asked > SAME_WISH_MS) process.exit(1);
      end();
    });
  }
  // Whoever started this process was killed.
  process.on('disconnect', end);
  if (process.connected === false) end();
  // Whoever read its output may be gone as well.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
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
