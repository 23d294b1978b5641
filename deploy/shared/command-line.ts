import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';

/** An option with a value. */
export const text = { type: 'string' } as const;
/** An option without a value. */
export const flag = { type: 'boolean', default: false } as const;

/** Parses the arguments of `npm run` with `program`. Throws ConfigurationError, whose message names its --help. */
export function parseCommandLine<const Config extends ParseArgsConfig>(program: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message} See npm run ${program} -- --help.`);
  }
}

/** Writes a line of the result. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
