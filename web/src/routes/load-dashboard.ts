import type { QueryClient } from '@tanstack/react-query';
import type { Filter } from '../anecdote/filter.ts';
import { monthsQuery, pageQuery } from '../anecdote/queries.ts';
import { foundQuery } from '../anecdote/search.ts';
import { isListView, type Sorting, type View } from '../anecdote/view.ts';
import { memoriesQuery } from '../features/looking-back/queries.ts';
import { statisticsQuery } from '../features/overview/queries.ts';
import { delay } from '../lib/delay.ts';

const HEAD_WAIT_MS = 250;

/** Starts to load what the dashboard shows first, and waits a moment for the statistics and memories. */
export async function loadDashboard(
  queries: QueryClient,
  { filter, view, sort }: { filter: Filter; view: View; sort: Sorting },
): Promise<void> {
  if (filter.q !== '' && isListView(view)) void queries.prefetchInfiniteQuery(foundQuery(filter, sort));
  else {
    void queries.prefetchQuery(pageQuery(filter, 0));
    if (view === 'timeline') void queries.prefetchQuery(monthsQuery(filter));
  }
  if (view === 'geo') void import('../features/places/places.tsx').catch(() => undefined);
  // An empty journal has no statistics, and some days no memories: waiting briefly for both avoids a layout shift.
  const head = [statisticsQuery(filter.as_of), memoriesQuery()] as const;
  const answers = Promise.all([queries.prefetchQuery(head[0]), queries.prefetchQuery(head[1])]);
  const areKnown = head.every(({ queryKey }) => queries.getQueryData(queryKey) !== undefined);
  if (!areKnown) await Promise.race([answers, delay(HEAD_WAIT_MS)]);
}
