import { type AnecdoteView, type PastedPost, type PostAddress, publicAddressOf } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, send } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { importStrings as strings } from './strings.ts';

/** What came of an import: an anecdote now, or the one that the post was imported as before. */
export type ImportResult =
  | { status: 'imported'; anecdote: AnecdoteView }
  | { status: 'known'; message: string; anecdoteId: string };

/** Imports posts from the site or as they were pasted. Each call is one intended import. */
export function useImports() {
  const queries = useQueryClient();
  const importFrom = async (post: { url: string; post?: PastedPost }): Promise<ImportResult> => {
    try {
      const body = { ...post, time_zone: timeZone() };
      const anecdote = await send<AnecdoteView>('POST', '/reddit', { body });
      void refreshJournal(queries);
      return { status: 'imported', anecdote };
    } catch (error) {
      if (!(error instanceof ApiError) || error.anecdoteId === undefined) throw error;
      return { status: 'known', message: error.message, anecdoteId: error.anecdoteId };
    }
  };
  return {
    importPost: (url: string) => importFrom({ url }),
    importPasted: (address: PostAddress, post: PastedPost) => importFrom({ url: urlOf(address), post }),
  };
}

/** An address that the service reads, which needs the words of the title; any will do. */
function urlOf(address: PostAddress): string {
  return publicAddressOf({ ...address, slug: address.slug ?? 'post' });
}

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

/** The message about an import that failed. */
export function importErrorMessage(error: unknown): string {
  const reason = error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : '';
  return reason === '' ? strings.failed : strings.failedBecause(reason);
}
