import type { AnecdoteCursorPage, AnecdoteView, ConnectionsView, Success } from '@anecdotes/contracts';
import { queryOptions } from '@tanstack/react-query';
import { prepareRendering } from '../../anecdote/rendered-text.tsx';
import { read } from '../../lib/api.ts';
import { journalKey } from '../../lib/query-client.ts';

const PAGE = 100;
/** So many anecdotes are set as one text. */
const MOST = 1_000;
/** So often a chain is followed upward, a thousand generations at a time. */
const STEPS_UP = 20;

/** The chain of an anecdote with its whole texts, and how many it really has. */
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
      // Anecdotes whose links lead in a circle belong to no chain.
      const found = anecdotes.length > 0 ? { anecdotes, total } : { anecdotes: near, total: near.length };
      await Promise.all(found.anecdotes.map(({ description }) => prepareRendering(description)));
      return found;
    },
  });
}

/** The id of the topmost anecdote above `id`, also of one that is deleted, and what is around `id`. */
async function topOf(id: string, signal: AbortSignal): Promise<{ top: string; near: AnecdoteView[] }> {
  let near: AnecdoteView[] | undefined;
  let last = id;
  for (let step = 0; step < STEPS_UP; step += 1) {
    const { data } = await read<Success<ConnectionsView>>(`/anecdotes/${last}/connections`, { signal });
    near ??= [data.current, ...data.parents, ...data.children];
    const highest = data.parents.at(-1) ?? data.current;
    if (highest.connected_to === null) return { top: highest.id, near };
    if (data.complete || highest.id === last) return { top: highest.connected_to, near };
    last = highest.id;
  }
  return { top: last, near: near ?? [] };
}
