import { type AnecdoteView, type PastedPost, type PostAddress, publicAddressOf } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, send } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { refreshJournal } from '../../lib/query-client.ts';
import { importStrings as strings } from './strings.ts';

/** The result of an import: a new anecdote, or the id of the one that an earlier import of the post made. */
export type ImportResult =
  | { status: 'imported'; anecdote: AnecdoteView }
  | { status: 'known'; message: string; anecdoteId: string };

/** Functions that import a post from its site or from pasted text. Each call is an import of its own. */
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

/** The address to send to the server. It must contain a slug of the title, but any slug will do. */
function urlOf(address: PostAddress): string {
  return publicAddressOf({ ...address, slug: address.slug ?? 'post' });
}

const pasteableErrors = new Set<string>([
  'REDDIT_REFUSED',
  'REDDIT_UNAVAILABLE',
  'REDDIT_UNREADABLE',
  'IMPORT_TURNED_OFF',
] satisfies ApiError['code'][]);

/** True when the server cannot fetch the post, but the person may be able to open and paste it. */
export function canPasteByHand(error: unknown): boolean {
  return error instanceof ApiError && pasteableErrors.has(error.code);
}

/** The message about an import that failed. */
export function importErrorMessage(error: unknown): string {
  const reason = error instanceof ApiError && error.code !== 'UNREADABLE' ? error.message : '';
  return reason === '' ? strings.failed : strings.failedBecause(reason);
}
