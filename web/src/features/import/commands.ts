import { type AnecdoteView, type PostAddress, publicAddressOf } from '@anecdotes/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, send } from '../../lib/api.ts';
import { timeZone } from '../../lib/format.ts';
import { refreshJournal } from '../../lib/query-client.ts';

/** What came of an import: an anecdote now, or the one that the post was imported as before. */
export type Imported =
  | { status: 'imported'; anecdote: AnecdoteView }
  | { status: 'known'; message: string; anecdoteId: string };

/** What is kept of a post by hand. */
export type PastedPost = { address: PostAddress; title: string; text: string };

/** Imports posts and keeps pasted ones. Each call is one intended import. */
export function useImports() {
  const queries = useQueryClient();
  return {
    async importPost(url: string): Promise<Imported> {
      try {
        const body = { url, time_zone: timeZone() };
        const anecdote = await send<AnecdoteView>('POST', '/reddit', { body });
        void refreshJournal(queries);
        return { status: 'imported', anecdote };
      } catch (error) {
        if (!(error instanceof ApiError) || error.anecdoteId === undefined) throw error;
        return { status: 'known', message: error.message, anecdoteId: error.anecdoteId };
      }
    },
    async keepPasted({ address, title, text }: PastedPost): Promise<void> {
      const parts = [title.trim(), text.trim(), publicAddressOf(address)].filter((part) => part !== '');
      const body = { description: parts.join('\n\n'), tags: ['reddit'], time_zone: timeZone() };
      await send<AnecdoteView>('POST', '/anecdotes', { body });
      void refreshJournal(queries);
    },
  };
}
