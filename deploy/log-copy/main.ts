import { parseArgs } from 'node:util';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import { say } from '../shared/command-line.ts';
import { createProgress } from '../shared/progress.ts';
import { CopyRefused, copyLog } from './copy.ts';
import { openEndpoint } from './endpoint.ts';

const USAGE = `npm run log:copy -- --from <log> --to <log>

Copies every event of one log to another, in order. A log is
  esdb://… or esdb+discover://…   EventStoreDB or KurrentDB
  postgres://…                    the log in schema "log" of a database
  a folder                        the log in the bundled Postgres of a data folder

The target must be empty or hold the beginning of the same log: an interrupted copy is continued.
Stop the program that writes to either log first.`;

const undo: (() => Promise<void>)[] = [];
try {
  const { from, to } = parseOptions();
  const source = await openEndpoint(from);
  undo.push(source.close);
  const target = await openEndpoint(to);
  undo.push(target.close);
  const progress = createProgress(process.stderr);
  const { copied, present, digest } = await copyLog(source, target, progress);
  progress.end();
  say(`Copied ${copied} events; ${present} were there before.`);
  say(`Both logs: ${copied + present} events, SHA-256 ${digest}`);
} catch (error) {
  say(explain(error));
  process.exitCode = 1;
} finally {
  for (const step of undo.reverse()) await step();
}

function parseOptions(): { from: string; to: string } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
    if (values.from && values.to) return { from: values.from, to: values.to };
  } catch {
    // An unknown option is treated like a missing one.
  }
  throw new ConfigurationError(USAGE);
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof CopyRefused) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
