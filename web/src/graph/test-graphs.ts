import { addLink, type ChainGraph, createGraph } from './model.ts';

/** Returns a graph of `links`, each written as `parent child`; a single name adds a node without a link. */
export function graphOf(links: readonly string[], chainOf: (node: string) => number = () => 0): ChainGraph {
  const graph = createGraph();
  for (const node of new Set(links.flatMap((link) => link.split(' ')))) {
    const chain = chainOf(node);
    graph.addNode(node, { label: node, tags: [], time: 0, weight: 10, size: 1, color: '#667eea', chain, x: 0, y: 0 });
  }
  for (const link of links) {
    const [parent = '', child = ''] = link.split(' ');
    addLink(graph, parent, child, { weight: 20, size: 1 });
  }
  return graph;
}
