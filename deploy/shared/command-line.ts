import { getSystemErrorMessage, type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';

/** An option with a value. */
export const text = { type: 'string' } as const;
/** An option without a value. */
export const flag = { type: 'boolean', default: false } as const;

/**
 * Parses the arguments of `npm run` with `program`. Throws ConfigurationError, whose message names its --help, also for
 * an option with an empty value, as a variable gives that is not set.
 */
export function parseCommandLine<const Config extends ParseArgsConfig>(program: string, config: Config) {
  try {
    const parsed = parseArgs(config);
    const empty = Object.entries(parsed.values).find(([, value]) => value === '');
    if (empty !== undefined) throw new Error(`Option '--${empty[0]}' is empty`);
    return parsed;
  } catch (error) {
    // After the first sentence Node.js gives advice, sometimes in further lines.
    const [problem] = (error as Error).message.split(/\.\s/);
    throw new ConfigurationError(`${problem}. See npm run ${program} -- --help.`);
  }
}

/** Throws ConfigurationError if `values` has an option, apart from --json and --help, that is not in `taken`. */
export function refuseOtherOptions(program: string, verb: string, values: object, taken: readonly string[] = []): void {
  const known = ['json', 'help', ...taken];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false || known.includes(name)) continue;
    throw new ConfigurationError(`${verb} does not take --${name}. See npm run ${program} -- --help.`);
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id that an option names, in lower case. Throws ConfigurationError with the message `refusal` if it names none. */
export function idOf(given: unknown, refusal: string): string {
  const id = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (UUID.test(id)) return id;
  throw new ConfigurationError(refusal);
}

/** The time that an option names in ISO 8601; undefined for another text, some of which `Date` parses: `5` as May 2001. */
export function timeIn(text: string): Date | undefined {
  const time = new Date(text);
  return /^\d{4}-\d\d/.test(text) && !Number.isNaN(time.getTime()) ? time : undefined;
}

/**
 * Runs `access`, which reads or writes files. If the file system refuses, throws ConfigurationError: what cannot be done,
 * such as `Cannot write the proof`, the reason and the path.
 */
export async function accessing<Result>(failure: string, access: () => Promise<Result>): Promise<Result> {
  try {
    return await access();
  } catch (error) {
    const { errno, path } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    const reason = getSystemErrorMessage(errno);
    throw new ConfigurationError(`${failure}: ${reason}${path === undefined ? '' : `, ${path}`}.`);
  }
}

/** Writes a line of the result. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
