import type { JournalGraph } from '@anecdotes/contracts';
import { tagColour } from '../../anecdote/tag-colour.ts';
import type { Hull } from '../../graph/hulls.ts';
import { addLink, createGraph, type StoryGraph } from '../../graph/model.ts';
import type { Packed } from '../../graph/packed.ts';

/** How wide a link is drawn, of which one is about 1 long. */
const LINK_WIDTH = 0.05;
const COMMON_TAGS = 2;

/** Returns the graph of all chains, still without places. */
export function journalGraph(data: JournalGraph): StoryGraph {
  const graph = createGraph();
  for (const [index, id] of data.ids.entries()) {
    const tag = data.tag_names[data.tags[index] ?? -1];
    const weight = data.sizes[index] ?? 10;
    graph.addNode(id, {
      label: data.labels[index] ?? '',
      tags: tag === undefined ? [] : [tag],
      time: (data.times[index] ?? 0) * 1000,
      weight,
      size: 0.24 + weight / 450,
      color: tagColour(tag),
      chain: data.chains[index] ?? 0,
      x: 0,
      y: 0,
    });
  }
  // Newest first; children are wanted oldest first.
  for (const [index, id] of [...data.ids.entries()].toReversed()) {
    const parent = data.ids[data.parents[index] ?? -1];
    if (parent !== undefined) addLink(graph, parent, id, { weight: 20, size: LINK_WIDTH });
  }
  return graph;
}

/** A chain of the journal, its anecdotes oldest first. */
export type Story = { ids: readonly string[]; tags: readonly string[]; from: number; to: number };

/** Returns what is said about each chain of `packed`, in its order. */
export function storiesOf(data: JournalGraph, graph: StoryGraph, { chains }: Pick<Packed, 'chains'>): Story[] {
  const tagOf = new Map(data.ids.map((id, index) => [id, data.tag_names[data.tags[index] ?? -1]]));
  return chains.map(({ nodes }) => {
    const time = (id: string) => graph.getNodeAttribute(id, 'time');
    const ids = nodes.toSorted((a, b) => time(a) - time(b) || (a < b ? -1 : 1));
    const [first = '', last = ''] = [ids.at(0), ids.at(-1)];
    return { ids, tags: commonTags(ids.flatMap((id) => tagOf.get(id) ?? [])), from: time(first), to: time(last) };
  });
}

/** Returns the soft shapes around the chains, in the colour of their most common tag. */
export function hullsOf({ chains }: Packed, stories: readonly Story[]): Hull[] {
  return chains.map((chain, index) => {
    const tags = stories[index]?.tags ?? [];
    return { ...chain, color: tagColour(tags[0]), label: tags.join(' · ') };
  });
}

/** The most frequent of `tags`, as long as at least two anecdotes have them. */
function commonTags(tags: readonly string[]): string[] {
  const counts = [...Map.groupBy(tags, (tag) => tag)].map(([tag, all]) => ({ tag, count: all.length }));
  const sorted = counts.sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
  const common = sorted.filter(({ count }) => count > 1);
  return (common.length > 0 ? common : sorted.slice(0, 1)).slice(0, COMMON_TAGS).map(({ tag }) => tag);
}
