import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Thrown for a wrong or missing setting; its message is the one line to show before exit 1. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** Marks a setting (`.meta(EMPTY_IS_OFF)`) that an empty value turns off. */
export const EMPTY_IS_OFF = { emptyIs: 'off' } as const;

/**
 * Reads settings from the environment by `schema`. `NAME_FILE` gives the value of `NAME` from a file (secrets), which
 * must not be empty; an empty value counts as absent, except for a setting that `EMPTY_IS_OFF` marks. Throws
 * ConfigurationError, which names every wrong setting but never its value.
 */
export function readConfiguration<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const values: Record<string, string> = {};
  for (const [name, setting] of Object.entries(schema.shape)) {
    const value = environment[name] || readSecret(name, environment[`${name}_FILE`]);
    if (value) values[name] = value;
    else if (environment[name] === '' && z.globalRegistry.get(setting)?.emptyIs === 'off') values[name] = '';
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return `${name}: ${name in values ? message : 'Must be given'}`;
  });
  throw new ConfigurationError(`Wrong setting. ${wrong.join('; ')}`);
}

/** Throws ConfigurationError naming every setting of `names` that is missing. */
export function requireInProduction(settings: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0) return;
  const wrong = missing.map((name) => `${name}: Must be given when NODE_ENV is production`);
  throw new ConfigurationError(`Missing setting. ${wrong.join('; ')}`);
}

function readSecret(name: string, file: string | undefined): string | undefined {
  if (!file) return undefined;
  const secret = textOf(file)?.trim();
  if (secret) return secret;
  // An empty file must not count as an absent setting: the program might create a new key, or not encrypt a backup.
  const fault = secret === undefined ? 'Cannot read this file' : 'This file is empty';
  throw new ConfigurationError(`Wrong setting. ${name}_FILE: ${fault}`);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
