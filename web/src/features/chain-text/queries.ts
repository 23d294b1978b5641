import type { AnecdoteCursorPage, AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { anecdotesOf } from '../../anecdote/chain-steps.ts';
import { prepareRendering } from '../../anecdote/rendered-text.tsx';
import { read, readData } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const PAGE = 100;
/** The most anecdotes that are shown as one text. */
const MOST = 1_000;
/** The most requests for the top of a chain; each goes up to a thousand parents further. */
const STEPS_UP = 20;

/** The loaded anecdotes of a chain with their whole texts, and how many the chain has in total. */
export type WholeChain = { anecdotes: readonly AnecdoteView[]; total: number };

/** All anecdotes of the chain that the anecdote `id` belongs to, oldest first. */
export function wholeChainQuery(id: string) {
  return queryOptions({
    queryKey: [...journalKey, 'whole-chain', id],
    queryFn: async ({ signal }): Promise<WholeChain> => {
      const { top, near } = await topOf(id, signal);
      const anecdotes: AnecdoteView[] = [];
      let cursor: string | undefined;
      let total = 0;
      do {
        const query = { chain: top, limit: PAGE, cursor, sort_by: 'timestamp', sort_order: 'asc' };
        const page = await read<AnecdoteCursorPage>('/anecdotes/cursor', { query, signal });
        anecdotes.push(...page.data);
        cursor = page.pagination.nextCursor ?? undefined;
        total = page.pagination.totalCount;
      } while (cursor !== undefined && anecdotes.length < MOST);
      // Anecdotes whose links form a circle belong to no chain; then those connected to `id` are returned.
      const found = anecdotes.length > 0 ? { anecdotes, total } : { anecdotes: near, total: near.length };
      await Promise.all(found.anecdotes.map(({ description }) => prepareRendering(description)));
      return found;
    },
  });
}

/** The id of the topmost anecdote above `id`, which may be deleted, and `id` with the anecdotes connected to it. */
async function topOf(id: string, signal: AbortSignal): Promise<{ top: string; near: AnecdoteView[] }> {
  let near: AnecdoteView[] | undefined;
  let last = id;
  for (let step = 0; step < STEPS_UP; step += 1) {
    const data = await readData<ConnectionsView>(`/anecdotes/${last}/connections`, { signal });
    near ??= anecdotesOf(data);
    const highest = data.parents.at(-1) ?? data.current;
    if (highest.connected_to === null) return { top: highest.id, near };
    if (data.complete || highest.id === last) return { top: highest.connected_to, near };
    last = highest.id;
  }
  return { top: last, near: near ?? [] };
}
