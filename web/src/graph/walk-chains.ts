import type { Step } from './layers.ts';
import { parentOf, type StoryGraph } from './model.ts';
import type { PackedChain } from './packed.ts';

/**
 * Returns the node a key leads to from `from`: along the links, up and down among those that continue the same one, and
 * from the first of a chain to the first of the chain before or after it.
 */
export function walkChains(
  graph: StoryGraph,
  chains: readonly PackedChain[],
  from: string,
  step: Step,
): string | undefined {
  const parent = parentOf(graph, from);
  if (step === 'ArrowLeft') return parent;
  if (step === 'ArrowRight') {
    const next = graph.outNeighbors(from);
    return next[Math.floor((next.length - 1) / 2)];
  }
  const by = step === 'ArrowDown' ? 1 : -1;
  const beside =
    parent === undefined ? chains.flatMap(({ nodes }) => firstOf(graph, nodes)) : graph.outNeighbors(parent);
  return beside[beside.indexOf(from) + by];
}

/** Those of `nodes` that continue none of the graph. */
function firstOf(graph: StoryGraph, nodes: readonly string[]): string[] {
  return nodes.filter((node) => graph.inDegree(node) === 0);
}
