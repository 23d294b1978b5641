import { nextAlongLinks, type Step } from './layers.ts';
import { type ChainGraph, parentOf } from './model.ts';
import type { PackedChain } from './packed.ts';

/**
 * Returns the node that an arrow key leads to from `from`: left and right along links, up and down among the children
 * of the same parent, or from the root of a chain to the root of the previous or next chain.
 */
export function nextInChains(
  graph: ChainGraph,
  chains: readonly PackedChain[],
  from: string,
  step: Step,
): string | undefined {
  if (step === 'ArrowLeft' || step === 'ArrowRight') return nextAlongLinks(graph, from, step);
  const parent = parentOf(graph, from);
  const by = step === 'ArrowDown' ? 1 : -1;
  const siblings =
    parent === undefined ? chains.flatMap(({ nodes }) => firstOf(graph, nodes)) : graph.outNeighbors(parent);
  return siblings[siblings.indexOf(from) + by];
}

/** The `nodes` without a parent in the graph. */
function firstOf(graph: ChainGraph, nodes: readonly string[]): string[] {
  return nodes.filter((node) => graph.inDegree(node) === 0);
}
