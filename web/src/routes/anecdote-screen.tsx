import { getRouteApi } from '@tanstack/react-router';
import { Changes } from '../features/history/changes.tsx';
import { Read } from '../features/read/read.tsx';
import { track } from '../lib/analytics.ts';

export { loadAnecdote } from './load-anecdote.ts';

const route = getRouteApi('/signed-in/anecdotes/$id');

export function AnecdoteScreen() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const showTagged = (tag: string) => {
    track('tag_selected');
    void navigate({ to: '/dashboard', search: { tags: [tag] } });
  };
  return <Read key={id} id={id} onTag={showTagged} changes={<Changes id={id} />} />;
}
