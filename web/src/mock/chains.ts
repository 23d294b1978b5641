import type { AnecdoteView, ConnectionsView, TimelineView } from '@anecdotes/contracts';
import { compare } from './lists.ts';

type Anecdotes = readonly AnecdoteView[];

/** What is shown as the timeline of `anecdote`: its parent or itself, and what is connected, oldest first. */
export function timelineOf(anecdotes: Anecdotes, anecdote: AnecdoteView): TimelineView {
  const root = anecdotes.find(({ id }) => id === anecdote.connected_to) ?? anecdote;
  const connected = oldestFirst(
    anecdotes.filter(
      (other) => other.id !== root.id && (other.id === anecdote.id || other.connected_to === anecdote.id),
    ),
  ).map((other) => ({ ...other, is_connected_from: other.connected_to === anecdote.id && other.id !== anecdote.id }));
  return { root_anecdote: root, connected_anecdotes: connected, total_connections: connected.length, complete: true };
}

/** Everything that `anecdote` is linked to: parents nearest first, children breadth first. */
export function connectionsOf(anecdotes: Anecdotes, anecdote: AnecdoteView): ConnectionsView {
  const byId = new Map(anecdotes.map((other) => [other.id, other]));
  const parents: AnecdoteView[] = [];
  let above = byId.get(anecdote.connected_to ?? '');
  while (above !== undefined && above.id !== anecdote.id && !parents.includes(above)) {
    parents.push(above);
    above = byId.get(above.connected_to ?? '');
  }
  const byParent = Map.groupBy(oldestFirst(anecdotes), ({ connected_to }) => connected_to);
  const children: AnecdoteView[] = [];
  for (let level: AnecdoteView[] = [anecdote]; level.length > 0; ) {
    level = level.flatMap(({ id }) => {
      const found = byParent.get(id) ?? [];
      byParent.delete(id);
      return found.filter((child) => child.id !== anecdote.id);
    });
    children.push(...level);
  }
  return { current: anecdote, children, parents, complete: true };
}

function oldestFirst(anecdotes: Anecdotes): AnecdoteView[] {
  return [...anecdotes].sort((a, b) => compare(a.timestamp, b.timestamp) || compare(a.id, b.id));
}
