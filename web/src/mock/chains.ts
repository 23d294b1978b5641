import type { AnecdoteView, ConnectionsView, TimelineView } from '@anecdotes/contracts';
import { sortBy } from './sort.ts';

type Anecdotes = readonly AnecdoteView[];

/** What is shown as the timeline of `anecdote`: its parent or itself, and what is connected, oldest first. */
export function timelineOf(anecdotes: Anecdotes, anecdote: AnecdoteView): TimelineView {
  const root_anecdote = anecdotes.find(({ id }) => id === anecdote.connected_to) ?? anecdote;
  const connected_anecdotes = oldestFirst(anecdotes)
    .map((other) => ({ ...other, is_connected_from: other.connected_to === anecdote.id }))
    .filter(({ id, is_connected_from }) => is_connected_from || (id === anecdote.id && id !== root_anecdote.id));
  return { root_anecdote, connected_anecdotes, total_connections: connected_anecdotes.length, complete: true };
}

/** Everything that `anecdote` is linked to: parents nearest first, children breadth first. */
export function connectionsOf(anecdotes: Anecdotes, anecdote: AnecdoteView): ConnectionsView {
  const byId = new Map(anecdotes.map((other) => [other.id, other]));
  const parents: AnecdoteView[] = [];
  for (let next = byId.get(anecdote.connected_to ?? ''); next; next = byId.get(next.connected_to ?? '')) {
    parents.push(next);
  }
  const byParent = Map.groupBy(oldestFirst(anecdotes), ({ connected_to }) => connected_to);
  const children: AnecdoteView[] = [];
  for (let level = [anecdote]; level.length > 0; ) {
    level = level.flatMap(({ id }) => byParent.get(id) ?? []);
    children.push(...level);
  }
  return { current: anecdote, children, parents, complete: true };
}

function oldestFirst(anecdotes: Anecdotes): AnecdoteView[] {
  return sortBy(anecdotes, 'asc', ({ timestamp, id }) => [timestamp, id]);
}
