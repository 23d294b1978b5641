import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { timelineQuery } from '../anecdote/queries.ts';
import { AnecdoteSkeletons } from '../anecdote/skeletons.tsx';
import { LinkedTimeline, timelineChainQuery } from '../features/browse/linked-timeline.tsx';
import { track } from '../lib/analytics.ts';
import { waitBeforeShowing } from './wait-before-showing.ts';

const route = getRouteApi('/signed-in/timeline/$id');

/** Loads the timeline and its chain before the screen is shown, unless the page is still empty. */
export async function loadTimeline(queries: QueryClient, id: string): Promise<void> {
  await waitBeforeShowing(timelineAndChain(queries, id));
}

async function timelineAndChain(queries: QueryClient, id: string): Promise<void> {
  const { anecdotes } = await queries.fetchQuery(timelineQuery(id));
  await queries.prefetchQuery(timelineChainQuery(id, anecdotes));
}

export function TimelineScreen() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const showTagged = (tag: string) => {
    track('tag_selected');
    void navigate({ to: '/dashboard', search: { tags: [tag] } });
  };
  return (
    <Suspense fallback={<AnecdoteSkeletons view="timeline" />}>
      <LinkedTimeline id={id} onTag={showTagged} />
    </Suspense>
  );
}
