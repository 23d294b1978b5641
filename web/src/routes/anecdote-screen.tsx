import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Changes } from '../features/history/changes.tsx';
import { Read } from '../features/read/read.tsx';
import { meQuery } from '../features/sign-in/queries.ts';
import { track } from '../lib/analytics.ts';
import { isAt } from '../lib/is-at.ts';

export { loadAnecdote } from './load-anecdote.ts';

const route = getRouteApi('/signed-in/anecdotes/$id');

export function AnecdoteScreen() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const showTagged = (tag: string) => {
    track('tag_selected');
    void navigate({ to: '/dashboard', search: { tags: [tag] } });
  };
  const { data: user } = useQuery(meQuery());
  // The guest journal is shared, so a guest cannot erase anecdotes.
  const isMember = user !== undefined && user.role !== 'guest';
  const leave = async () => {
    // Erasing can take a while, and the person may have opened another screen.
    if (isAt(`/anecdotes/${id}`)) await navigate({ to: '/dashboard', replace: true });
  };
  return (
    <Read key={id} id={id} onTag={showTagged} changes={<Changes id={id} />} onErased={isMember ? leave : undefined} />
  );
}
