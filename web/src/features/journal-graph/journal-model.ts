import type { JournalGraph } from '@anecdotes/contracts';
import { plainText } from '../../anecdote/plain-text.ts';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { type Hull, linesOf } from '../../graph/hulls.ts';
import { findPacked } from '../../graph/layout.ts';
import type { PackedPositions, Skeleton } from '../../graph/layout-job.ts';
import { addLink, type ChainGraph, createGraph } from '../../graph/model.ts';
import type { PackedChain } from '../../graph/packed.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { truncate } from '../../lib/truncate.ts';

/** All chains laid out, with the list entry (`listedChains`) and the labelled outline (`hulls`) of each. */
export type PackedJournal = {
  data: JournalGraph;
  graph: ChainGraph;
  chains: readonly PackedChain[];
  listedChains: ListedChain[];
  hulls: Hull[];
};

/** A chain of the journal, its anecdotes oldest first. */
export type ListedChain = { ids: readonly string[]; tags: readonly string[]; from: number; to: number };

/** The width of a drawn link, in units of the graph; a link is about 1 long. */
const LINK_WIDTH = 0.05;
const COMMON_TAGS = 2;
/** The longest tag in the label of a chain, in characters; two of them fit into the picture on a phone. */
const TAG_LETTERS = 20;

/** Returns `data` as a laid-out graph. */
export async function layOutJournal(data: JournalGraph, signal: AbortSignal): Promise<PackedJournal> {
  return inSlices(packJournal(data, await findPacked(skeletonOf(data), signal)), signal);
}

/** Returns the nodes, chains and links that the layout of all chains needs. */
export function skeletonOf({ ids, parents, chains }: JournalGraph): Skeleton {
  const links: number[] = [];
  // `ids` are newest first; children are wanted oldest first.
  for (let child = ids.length - 1; child >= 0; child -= 1) {
    const parent = parents[child] ?? -1;
    if (parent >= 0) links.push(parent, child);
  }
  return { nodes: ids, chains, links: Int32Array.from(links) };
}

/** Builds all chains from `layout`. Yields after each anecdote, link and chain, so that the caller can pause. */
export function* packJournal(data: JournalGraph, layout: PackedPositions): Generator<void, PackedJournal> {
  const graph = yield* graphWithPositions(data, layout);
  const listedChains: ListedChain[] = [];
  const hulls: Hull[] = [];
  for (const chain of layout.chains) {
    const listedChain = listedChainOf(graph, chain);
    listedChains.push(listedChain);
    const { x, y, radius, nodes } = chain;
    const label = listedChain.tags.map((tag) => truncate(tag, TAG_LETTERS)).join(' · ');
    const looks = { color: tagColour(listedChain.tags[0]), label };
    hulls.push({ x, y, radius, lines: linesOf(graph, nodes), from: listedChain.from, ...looks });
    yield;
  }
  return { data, graph, chains: layout.chains, listedChains, hulls };
}

function* graphWithPositions(data: JournalGraph, { x, y }: PackedPositions): Generator<void, ChainGraph> {
  const graph = createGraph();
  for (const [index, id] of data.ids.entries()) {
    const tag = data.tag_names[data.tags[index] ?? -1];
    const weight = data.sizes[index] ?? 10;
    graph.addNode(id, {
      label: plainText(data.labels[index] ?? ''),
      tags: tag === undefined ? [] : [tag],
      time: (data.times[index] ?? 0) * 1000,
      weight,
      size: 0.24 + weight / 450,
      color: tagColour(tag),
      chain: data.chains[index] ?? 0,
      x: x[index] ?? 0,
      y: y[index] ?? 0,
    });
    yield;
  }
  const { nodes, links } = skeletonOf(data);
  for (let at = 0; at < links.length; at += 2) {
    const [parent, child] = [nodes[links[at] ?? -1], nodes[links[at + 1] ?? -1]];
    if (parent !== undefined && child !== undefined) addLink(graph, parent, child, { weight: 20, size: LINK_WIDTH });
    yield;
  }
  return graph;
}

function listedChainOf(graph: ChainGraph, { nodes }: PackedChain): ListedChain {
  const time = (id: string) => graph.getNodeAttribute(id, 'time');
  const ids = nodes.toSorted((a, b) => time(a) - time(b) || (a < b ? -1 : 1));
  const [first = '', last = ''] = [ids.at(0), ids.at(-1)];
  const tags = commonTags(ids.flatMap((id) => graph.getNodeAttribute(id, 'tags')));
  return { ids, tags, from: time(first), to: time(last) };
}

/** The most frequent of `tags` that at least two anecdotes have; when there are none, one of the others. */
function commonTags(tags: readonly string[]): string[] {
  const counts = [...Map.groupBy(tags, (tag) => tag)].map(([tag, all]) => ({ tag, count: all.length }));
  const sorted = counts.sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
  const common = sorted.filter(({ count }) => count > 1);
  return (common.length > 0 ? common : sorted.slice(0, 1)).slice(0, COMMON_TAGS).map(({ tag }) => tag);
}
