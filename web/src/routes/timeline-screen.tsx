import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { readTimeline, timelineQuery } from '../anecdote/queries.ts';
import { AnecdoteSkeletons } from '../anecdote/skeletons.tsx';
import { LinkedTimeline, timelineChainQuery } from '../features/browse/linked-timeline.tsx';
import { track } from '../lib/analytics.ts';
import { waitForOptional } from '../lib/delay.ts';
import { waitBeforeShowing } from './wait-before-showing.ts';

const route = getRouteApi('/signed-in/timeline/$id');

/** Loads the timeline before the screen is shown, unless the page is still empty. */
export async function loadTimeline(queries: QueryClient, id: string): Promise<void> {
  const loading = queries.fetchQuery({
    queryKey: timelineQuery(id).queryKey,
    // The diagrams and steps of a chain that arrives later would move what is shown.
    queryFn: async ({ signal }) => {
      const timeline = await readTimeline(id, signal);
      await waitForOptional(queries.prefetchQuery(timelineChainQuery(id, timeline.anecdotes)));
      return timeline;
    },
  });
  await waitBeforeShowing(loading);
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
