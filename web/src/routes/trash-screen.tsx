import { useQuery } from '@tanstack/react-query';
import { Trash } from '../features/history/trash.tsx';
import { meQuery } from '../features/sign-in/queries.ts';

export function TrashScreen() {
  const { data: user } = useQuery(meQuery());
  // The guest journal is shared, so a guest cannot erase anecdotes.
  return <Trash canErase={user !== undefined && user.role !== 'guest'} />;
}
