import { ApiError } from '../../lib/api.ts';
import { importStrings as strings } from '../../lib/import-strings.ts';

const pasteableErrors = new Set<string>([
  'REDDIT_REFUSED',
  'REDDIT_UNAVAILABLE',
  'REDDIT_UNREADABLE',
  'IMPORT_TURNED_OFF',
] satisfies ApiError['code'][]);

/** True where the post may well be there for the person, though not for the service. */
export function canPasteByHand(error: unknown): boolean {
  return error instanceof ApiError && pasteableErrors.has(error.code);
}

/** What is said about an import that did not work. */
export function importErrorMessage(error: unknown): string {
  const reason = error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : '';
  return reason === '' ? strings.failed : strings.failedBecause(reason);
}
