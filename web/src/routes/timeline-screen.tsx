import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LinkedTimeline } from '../features/browse/linked-timeline.tsx';
import { track } from '../lib/analytics.ts';
import { strings } from '../lib/strings.ts';
import { PageTitle } from '../ui/page-title.tsx';

const route = getRouteApi('/inside/timeline/$id');

export function TimelineScreen() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const edit = useCallback(
    (anecdote: { id: string }) => void navigate({ to: '/entry', search: { edit: anecdote.id } }),
    [navigate],
  );
  const showTagged = (tags: string) => {
    track('tag_selected');
    void navigate({ to: '/dashboard', search: { tags } });
  };
  return (
    <>
      <PageTitle>{strings.browse.linkedTitle}</PageTitle>
      <LinkedTimeline id={id} onEdit={edit} onTag={showTagged} />
    </>
  );
}
