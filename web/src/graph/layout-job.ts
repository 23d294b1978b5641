import { type Layers, layersOf } from './layers.ts';
import { addLink, type ChainGraph, createGraph } from './model.ts';
import { type PackedChain, packedOf } from './packed.ts';

/** A graph without its texts, as columns: cheap to create and to send to a worker. */
export type Skeleton = {
  nodes: readonly string[];
  /** The number of the chain of each node. */
  chains: readonly number[];
  /** The links as pairs: index of the parent, index of the child. */
  links: Int32Array;
};

/** The messages to and from the worker. */
export type LayoutJob = { kind: 'layers'; skeleton: Skeleton; root: string } | { kind: 'packed'; skeleton: Skeleton };
export type LayoutResult = Layers | PackedPositions;

/** The positions of all chains and nodes; the nodes are in the order of the skeleton. */
export type PackedPositions = { x: Float64Array; y: Float64Array; chains: readonly PackedChain[] };

/** Computes the layout of a job; can pause. */
export function* layOut(job: LayoutJob): Generator<void, LayoutResult> {
  const graph = graphOf(job.skeleton);
  return job.kind === 'layers' ? layersOf(graph, job.root) : yield* packedPositionsOf(graph);
}

/** Returns `graph` without its texts. */
export function skeletonOf(graph: ChainGraph): Skeleton {
  const nodes = graph.nodes();
  const indices = new Map(nodes.map((node, index) => [node, index]));
  const links = graph.mapEdges((_edge, _data, parent, child) => [indices.get(parent) ?? 0, indices.get(child) ?? 0]);
  return {
    nodes,
    chains: nodes.map((node) => graph.getNodeAttribute(node, 'chain')),
    links: Int32Array.from(links.flat()),
  };
}

function graphOf({ nodes, chains, links }: Skeleton): ChainGraph {
  const graph = createGraph();
  const bare = { label: '', tags: [], time: 0, weight: 0, size: 0, color: '', x: 0, y: 0 };
  for (const [index, node] of nodes.entries()) graph.addNode(node, { ...bare, chain: chains[index] ?? 0 });
  for (let at = 0; at < links.length; at += 2) {
    const [parent, child] = [nodes[links[at] ?? -1], nodes[links[at + 1] ?? -1]];
    if (parent !== undefined && child !== undefined) addLink(graph, parent, child, { weight: 0, size: 0 });
  }
  return graph;
}

function* packedPositionsOf(graph: ChainGraph): Generator<void, PackedPositions> {
  const { points, chains } = yield* packedOf(graph);
  const nodes = graph.nodes();
  const column = (axis: 'x' | 'y') => Float64Array.from(nodes, (node) => points.get(node)?.[axis] ?? 0);
  return { x: column('x'), y: column('y'), chains };
}
