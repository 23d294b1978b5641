import {
  type AnecdoteView,
  type ChainSummary,
  type ConnectionsParameters,
  type ConnectionsView,
  GRAPH_LABEL_LENGTH,
  type JournalGraph,
  NO_PARENT,
  nodeValue,
  PARENT_NOT_INCLUDED,
  type TimelineView,
} from '@anecdotes/contracts';
import { chainsAmong } from '../anecdote/chain-summary.ts';
import { counted } from './figures.ts';
import { sortBy } from './sort.ts';

type Anecdotes = readonly AnecdoteView[];

/** The timeline of `anecdote`: its parent or itself, and the connected anecdotes, oldest first. */
export function timelineOf(anecdotes: Anecdotes, anecdote: AnecdoteView): TimelineView {
  const root_anecdote = anecdotes.find(({ id }) => id === anecdote.connected_to) ?? anecdote;
  const connected_anecdotes = oldestFirst(anecdotes)
    .map((other) => ({ ...other, is_connected_from: other.connected_to === anecdote.id }))
    .filter(({ id, is_connected_from }) => is_connected_from || (id === anecdote.id && id !== root_anecdote.id));
  return { root_anecdote, connected_anecdotes, total_connections: connected_anecdotes.length, complete: true };
}

/** The chain around `anecdote`: ancestors nearest first, descendants breadth first; the nearest up to `limit`. */
export function connectionsOf(
  anecdotes: Anecdotes,
  anecdote: AnecdoteView,
  { limit, depth }: ConnectionsParameters,
): ConnectionsView {
  const links = linksOf(anecdotes);
  const all = links(anecdote);
  const near = links(anecdote, depth);
  const sides = [near.parents, near.children].flatMap((side) => side.map((other, index) => ({ other, index })));
  const kept = new Set(
    sortBy(sides, 'asc', ({ index }) => [index])
      .slice(0, limit - 1)
      .map(({ other }) => other),
  );
  return {
    current: anecdote,
    parents: near.parents.filter((other) => kept.has(other)),
    children: near.children.filter((other) => kept.has(other)),
    complete: kept.size === all.parents.length + all.children.length,
  };
}

/** The anecdotes among `passing` that have a parent or children, the newest up to `limit`. */
export function graphOf(anecdotes: Anecdotes, passing: Anecdotes, limit: number): JournalGraph {
  const parents = new Set(anecdotes.map(({ connected_to }) => connected_to));
  const linked = passing.filter(({ id, connected_to }) => connected_to !== null || parents.has(id));
  const shown = sortBy(linked, 'desc', ({ timestamp, id }) => [timestamp, id]).slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const links = linksOf(anecdotes);
  const tops = shown.map((anecdote) => topOf(links(anecdote).parents.at(-1) ?? anecdote));
  const chains = [...new Set(tops)];
  const names = counted(shown.flatMap(({ tags }) => tags.slice(0, 1))).map(({ name }) => name);
  return {
    ids,
    parents: shown.map(({ connected_to }) => {
      const index = ids.indexOf(connected_to ?? '');
      return connected_to === null ? NO_PARENT : index === -1 ? PARENT_NOT_INCLUDED : index;
    }),
    labels: shown.map(({ description }) =>
      Array.from(description.replace(/\s+/g, ' ').trim()).slice(0, GRAPH_LABEL_LENGTH).join(''),
    ),
    tags: shown.map(({ tags: [first = ''] }) => names.indexOf(first)),
    tag_names: names,
    times: shown.map(({ timestamp }) => Math.floor(Date.parse(timestamp) / 1_000)),
    sizes: shown.map((anecdote) => Math.round(nodeValue(anecdote))),
    chains: tops.map((top) => chains.indexOf(top)),
    unlinked: passing.length - linked.length,
    total: linked.length,
    complete: shown.length === linked.length,
  };
}

/** The chain of each of `shown`, in their order; null for an anecdote without links. */
export function chainsOf(anecdotes: Anecdotes, shown: Anecdotes): (ChainSummary | null)[] {
  const chains = chainsAmong(anecdotes, true);
  return shown.map(({ id }) => chains.get(id) ?? null);
}

/** Returns a test for whether an anecdote belongs to the chain with the topmost anecdote `chain`. */
export function inChain(anecdotes: Anecdotes, chain: string): (anecdote: AnecdoteView) => boolean {
  const links = linksOf(anecdotes);
  return (anecdote) => topOf(links(anecdote).parents.at(-1) ?? anecdote) === chain;
}

/** The id of the topmost anecdote of a chain (also if deleted); `last` is its topmost existing one. */
function topOf(last: AnecdoteView): string {
  return last.connected_to ?? last.id;
}

/** Returns a function that lists the ancestors and descendants of an anecdote, up to `depth` generations. */
function linksOf(anecdotes: Anecdotes) {
  const byId = new Map(anecdotes.map((other) => [other.id, other]));
  const byParent = Map.groupBy(oldestFirst(anecdotes), ({ connected_to }) => connected_to);
  return (anecdote: AnecdoteView, depth = anecdotes.length): Pick<ConnectionsView, 'parents' | 'children'> => {
    const parents: AnecdoteView[] = [];
    const children: AnecdoteView[] = [];
    let above = byId.get(anecdote.connected_to ?? '');
    let level = [anecdote];
    for (let generation = 1; generation <= depth && (above || level.length > 0); generation += 1) {
      if (above) parents.push(above);
      above = byId.get(above?.connected_to ?? '');
      level = level.flatMap(({ id }) => byParent.get(id) ?? []);
      children.push(...level);
    }
    return { parents, children };
  };
}

function oldestFirst(anecdotes: Anecdotes): AnecdoteView[] {
  return sortBy(anecdotes, 'asc', ({ timestamp, id }) => [timestamp, id]);
}
