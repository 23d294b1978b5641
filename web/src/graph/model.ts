import { DirectedGraph } from 'graphology';

/** An anecdote in a graph: its label and the look of its circle. */
export type NodeData = {
  /** The beginning of its text. */
  label: string;
  tags: readonly string[];
  /** When it happened, in milliseconds since 1970. */
  time: number;
  /** From 10 to 100. */
  weight: number;
  /** The radius of its circle, in the units of x and y. */
  size: number;
  /** As `#rrggbb`. */
  color: string;
  /** The number of its chain. */
  chain: number;
  x: number;
  /** Increases upward. */
  y: number;
};

/** How strongly two anecdotes belong together, and the width of the line, in the units of x and y. */
export type EdgeData = { weight: number; size: number };

/** Anecdotes and their links; an edge leads from a parent to its child. */
export type ChainGraph = DirectedGraph<NodeData, EdgeData>;

export type Point = { x: number; y: number };

/** An empty graph. */
export function createGraph(): ChainGraph {
  return new DirectedGraph<NodeData, EdgeData>({ allowSelfLoops: false });
}

/** Adds the link from `parent` to `child`, unless it exists, both are the same node, or one is missing. */
export function addLink(graph: ChainGraph, parent: string, child: string, data: EdgeData): void {
  if (parent === child || !graph.hasNode(parent) || !graph.hasNode(child)) return;
  if (!graph.hasEdge(parent, child)) graph.addEdge(parent, child, data);
}

/** The parent of `node`; undefined for the root of a chain. */
export function parentOf(graph: ChainGraph, node: string): string | undefined {
  return graph.inNeighbors(node)[0];
}

/** `node` and its ancestors, nearest first; a circle is followed only once. */
export function* lineageOf(graph: ChainGraph, node: string): Generator<string, void> {
  const seen = new Set<string>();
  for (let next: string | undefined = node; next !== undefined && !seen.has(next); next = parentOf(graph, next)) {
    seen.add(next);
    yield next;
  }
}

/** True if `node` is `ancestor` or a descendant of it. */
export function descendsFrom(graph: ChainGraph, node: string, ancestor: string): boolean {
  return [...lineageOf(graph, node)].includes(ancestor);
}

/** Moves every node in `points` to its point. */
export function setPositions(graph: ChainGraph, points: ReadonlyMap<string, Point>): void {
  graph.updateEachNodeAttributes((node, data) => ({ ...data, ...points.get(node) }), { attributes: ['x', 'y'] });
}
