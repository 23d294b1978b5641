import type { AnecdoteView } from '@anecdotes/contracts';
import { chainsAmong } from '../../anecdote/chain-summary.ts';
import { monthsOf } from '../../anecdote/months.ts';
import { noHighlights, type PagedList } from './listed.ts';

/** A list of anecdotes that are all loaded, grouped by month. By default, the chains are derived from them. */
export function completeList(
  anecdotes: readonly AnecdoteView[],
  chains: PagedList['chains'] = chainsAmong(anecdotes, false),
): PagedList {
  return {
    total: anecdotes.length,
    months: monthsOf(anecdotes),
    at: (index) => anecdotes[index],
    hasFailed: () => false,
    retry: () => undefined,
    chains,
    highlightsOf: noHighlights,
    showRange: () => undefined,
  };
}
