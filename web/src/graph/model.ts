import { DirectedGraph } from 'graphology';

/** An anecdote in a graph: what its words begin with, and what its dot looks like. */
export type NodeData = {
  /** The beginning of its text. */
  label: string;
  tags: readonly string[];
  /** When it happened, in milliseconds since 1970. */
  time: number;
  /** From 10 to 100. */
  weight: number;
  /** The radius of its dot, in the units of x and y. */
  size: number;
  /** As `#rrggbb`. */
  color: string;
  /** The number of its chain. */
  chain: number;
  x: number;
  /** Upward. */
  y: number;
};

/** How strongly two anecdotes belong together, and how wide that is drawn, in the units of x and y. */
export type EdgeData = { weight: number; size: number };

/** Anecdotes and their links; an edge leads from a parent to its child. */
export type StoryGraph = DirectedGraph<NodeData, EdgeData>;

export type Point = { x: number; y: number };

/** An empty graph. */
export function createGraph(): StoryGraph {
  return new DirectedGraph<NodeData, EdgeData>({ allowSelfLoops: false });
}

/** Adds the link from `parent` to `child`, unless it is there, leads to itself or an end of it is missing. */
export function addLink(graph: StoryGraph, parent: string, child: string, data: EdgeData): void {
  if (parent === child || !graph.hasNode(parent) || !graph.hasNode(child)) return;
  if (!graph.hasEdge(parent, child)) graph.addEdge(parent, child, data);
}

/** What `node` continues; undefined for the first of a chain. */
export function parentOf(graph: StoryGraph, node: string): string | undefined {
  return graph.inNeighbors(node)[0];
}

/** True when `node` is `ancestor`, or continues it directly or through others. */
export function descendsFrom(graph: StoryGraph, node: string, ancestor: string): boolean {
  const seen = new Set<string>();
  for (let next: string | undefined = node; next !== undefined && !seen.has(next); next = parentOf(graph, next)) {
    if (next === ancestor) return true;
    seen.add(next);
  }
  return false;
}

/** Moves every node that `points` knows to its point. */
export function place(graph: StoryGraph, points: ReadonlyMap<string, Point>): void {
  graph.updateEachNodeAttributes((node, data) => ({ ...data, ...points.get(node) }), { attributes: ['x', 'y'] });
}
