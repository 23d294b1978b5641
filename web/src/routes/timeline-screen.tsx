import { getRouteApi } from '@tanstack/react-router';
import { LinkedTimeline } from '../features/browse/linked-timeline.tsx';
import { track } from '../lib/analytics.ts';
import { strings } from '../lib/strings.ts';
import { PageTitle } from '../ui/page-title.tsx';

const route = getRouteApi('/signed-in/timeline/$id');

export function TimelineScreen() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const showTagged = (tags: string) => {
    track('tag_selected');
    void navigate({ to: '/dashboard', search: { tags } });
  };
  return (
    <>
      <PageTitle>{strings.browse.linkedTitle}</PageTitle>
      <LinkedTimeline id={id} onTag={showTagged} />
    </>
  );
}
