import type { AnecdoteView, CHAIN_BOUNDS, ChainSummary } from '@anecdotes/contracts';
import { byTime } from './chain-steps.ts';

/** Copied from `CHAIN_BOUNDS`: importing its module would add all of zod to the bundle. */
const bounds = { before: 20, after: 20, shape: 12 } satisfies typeof CHAIN_BOUNDS;

/** Computes the chains of `anecdotes` from their links. If `isComplete`, a parent that is missing was deleted. */
export function chainsAmong(
  anecdotes: readonly AnecdoteView[],
  isComplete: boolean,
): ReadonlyMap<string, ChainSummary> {
  const byId = new Map(anecdotes.map((anecdote) => [anecdote.id, anecdote]));
  const oldestFirst = [...byId.values()].sort(byTime);
  const children = Map.groupBy(oldestFirst, ({ connected_to }) => connected_to);
  const childrenOf = ({ id }: AnecdoteView) => children.get(id) ?? [];
  const parentOf = ({ connected_to }: AnecdoteView) => byId.get(connected_to ?? '');
  const summaryOf = (anecdote: AnecdoteView): ChainSummary => {
    let before = 0;
    let top = anecdote;
    for (let parent = parentOf(top); parent && before < bounds.before; parent = parentOf(top)) {
      top = parent;
      before += 1;
    }
    const hasMore = top.connected_to !== null;
    const isGone = hasMore && isComplete && !parentOf(top) && before < bounds.before;
    // Breadth first: the loop also goes over what it adds.
    const below = [anecdote];
    for (const each of below) below.push(...childrenOf(each).slice(0, bounds.after + 1 - below.length));
    const numbers = below.map((each) => childrenOf(each).length);
    const isCut = (hasMore && !isGone) || numbers.reduce((sum, each) => sum + each, 0) > below.length - 1;
    return {
      before: before + (isGone ? 1 : 0),
      after: below.length - 1,
      branches: numbers.filter((each) => each > 1).length,
      shape: numbers
        .slice(0, bounds.shape)
        .map((each) => Math.min(each, 35).toString(36))
        .join(''),
      ...(isGone && { gone: true }),
      ...(isCut && { cut: true }),
    };
  };
  const linked = oldestFirst.filter(({ id, connected_to }) => connected_to !== null || children.has(id));
  return new Map(linked.map((anecdote) => [anecdote.id, summaryOf(anecdote)]));
}
