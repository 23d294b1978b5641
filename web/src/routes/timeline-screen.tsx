import { getRouteApi } from '@tanstack/react-router';
import { LinkedTimeline } from '../features/browse/linked-timeline.tsx';
import { track } from '../lib/analytics.ts';

const route = getRouteApi('/signed-in/timeline/$id');

export function TimelineScreen() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const showTagged = (tag: string) => {
    track('tag_selected');
    void navigate({ to: '/dashboard', search: { tags: [tag] } });
  };
  return <LinkedTimeline id={id} onTag={showTagged} />;
}
