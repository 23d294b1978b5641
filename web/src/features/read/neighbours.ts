import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';
import { startsWithDeleted } from '../../anecdote/queries.ts';

type Neighbours = {
  /** What the anecdote continues. */
  previous: AnecdoteView | undefined;
  /** What continues it, oldest first. */
  following: readonly AnecdoteView[];
  next: AnecdoteView | undefined;
  /** True when it continues an anecdote that was deleted. */
  continuesDeleted: boolean;
};

/** What the anecdote in the middle of `connections` is linked to without anything between. */
export function neighbours(connections: ConnectionsView | undefined): Neighbours {
  if (!connections) return { previous: undefined, following: [], next: undefined, continuesDeleted: false };
  const { current, parents, children } = connections;
  const [previous] = parents;
  const following = children.filter(({ connected_to }) => connected_to === current.id);
  const continuesDeleted = previous === undefined && startsWithDeleted(connections);
  return { previous, following, next: following[0], continuesDeleted };
}
