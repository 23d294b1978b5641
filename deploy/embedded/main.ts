import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '@anecdotes/contracts/server/configuration';
import { readSettings, type Settings } from './configuration.ts';
import { DataFolderInUse } from './postgres.ts';
import { type Product, startProduct } from './product.ts';

const SHUTDOWN_DEADLINE_MS = 10_000;

try {
  const settings = readSettings(process.env);
  const dataDir = resolve(settings.DATA_DIR);
  makeFolder(dataDir);
  const product = await startProduct(settings, dataDir, console.log);
  announce(product, settings);
  endOnSignal(product.stop);
  void product.databaseEnded.then(() => exitWith('The database ended unexpectedly.'));
} catch (error) {
  exitWith(explain(error));
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ConfigurationError(`Cannot write to ${folder}. Set DATA_DIR to a folder that can be written.`);
  }
}

function announce({ address, directory }: Product, { GUEST_PASSWORD, SMTP_URL, NODE_ENV }: Settings): void {
  const lines = [`\nAnecdotes runs at ${address}`, `Guest account: guest / ${GUEST_PASSWORD}`];
  if (SMTP_URL !== undefined) lines.push('Mails go to the server of SMTP_URL');
  else if (NODE_ENV !== 'production') lines.push(`Mails stay here: ${address}/dev/mailbox`);
  if (directory !== undefined) lines.push(`Data lies in ${directory}`);
  console.log(lines.join('\n'));
}

/** The first signal drains and ends cleanly, the second ends at once. */
function endOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
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
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigurationError || error instanceof DataFolderInUse) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to a free one.`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return 'This address or port may not be used. Set HOST and PORT.';
  return error.stack ?? error.message;
}

function exitWith(message: string): never {
  console.error(message);
  process.exit(1);
}
