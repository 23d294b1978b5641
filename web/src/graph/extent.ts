import type { ChainGraph } from './model.ts';

/** The bounding box of a graph, in its own units: minimum and maximum of each axis. */
export type Extent = { x: [number, number]; y: [number, number] };

/** Returns the bounding box of the centres of all nodes; 0 to 0 for a graph without nodes. */
export function extentOf(graph: ChainGraph): Extent {
  if (graph.order === 0) return { x: [0, 0], y: [0, 0] };
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  graph.forEachNode((_, { x, y }) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  });
  return { x: [left, right], y: [bottom, top] };
}

/** Returns the extent with the same centre, at least `minimum` wide and high. */
export function withMinimumSize({ x, y }: Extent, minimum: number): Extent {
  const side = ([from, to]: [number, number]): [number, number] => {
    const more = Math.max(0, minimum - (to - from)) / 2;
    return [from - more, to + more];
  };
  return { x: side(x), y: side(y) };
}
