import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { newSigningKey } from '@anecdotes/contracts/server/auth/tokens';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_USE_MS = 90 * DAY_MS;

type DatedKey = { readonly pem: string; readonly created: Date };

const datedKey = /(-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----)\s*(?:created (\S+))?/g;

/**
 * Puts a new signing key before those in `file` when the newest is 90 days old, and removes those that no valid token is
 * signed with any more: a day after they were replaced, or `accessTokenTtl` seconds, if that is longer. Returns the
 * content of the file.
 */
export function rotateSigningKey(file: string, accessTokenTtl: number, now = new Date()): string {
  const text = readFileSync(file, 'utf8');
  const keys = keysIn(text, statSync(file).mtime);
  const age = ({ created }: DatedKey) => now.getTime() - created.getTime();
  const [newest] = keys;
  if (newest !== undefined && age(newest) >= LONGEST_USE_MS)
    keys.unshift({ pem: newSigningKey().trim(), created: now });
  const replacedAge = Math.max(DAY_MS, accessTokenTtl * 1000);
  const used = keys.filter((_, index) => index === 0 || age(keys[index - 1] as DatedKey) < replacedAge);
  const next = used.map(({ pem, created }) => `${pem}\ncreated ${created.toISOString()}\n`).join('');
  if (used.length === keys.length && keys[0] === newest) return text;
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, next, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return next;
}

/** The keys in `text`, the newest first; one without a date was created when the file was. */
function keysIn(text: string, fileCreated: Date): DatedKey[] {
  return [...text.matchAll(datedKey)].map(([, pem = '', created]) => ({
    pem,
    created: created === undefined ? fileCreated : new Date(created),
  }));
}
