import { readFileSync } from 'node:fs';
import { ConfigurationError } from '@anecdotes/contracts/server/settings/read-settings';
import type { z } from 'zod';

/**
 * The key or keys in `file`, as `setting` reads them, without a byte order mark and white space around them. Throws
 * ConfigurationError if it holds none.
 */
export function keyIn<Key>(file: string, setting: z.ZodType<Key>): Key {
  const { data, error } = setting.safeParse(readFileSync(file, 'utf8').trim());
  if (error) throw new ConfigurationError(`Cannot use ${file}: ${error.issues[0]?.message}. Restore it from a backup.`);
  return data;
}
