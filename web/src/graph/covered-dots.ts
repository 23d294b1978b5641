import type { Extent } from './extent.ts';
import type { View } from './hulls.ts';
import type { Rectangle } from './labels.ts';
import type { ChainGraph } from './model.ts';
import type { NodeFinder } from './node-finder.ts';

type Dots = {
  graph: ChainGraph;
  /** Finds the nodes of `graph`. */
  finder: NodeFinder;
  /** Later nodes are hidden. */
  until: number | undefined;
};

/** Returns a function that is true if a part of an area is on the circle of a node other than `except`. */
export function dotsIn({ graph, finder, until = Number.POSITIVE_INFINITY }: Dots, view: View) {
  const reach = finder.largest * view.scale;
  return (area: Rectangle, except?: string): boolean =>
    finder.within(boxOf(view, expanded(area, reach, reach))).some((node) => {
      const { x, y, size, time } = graph.getNodeAttributes(node);
      if (node === except || time > until) return false;
      const [left, top] = [view.x + x * view.scale, view.y - y * view.scale];
      const across = left - Math.min(area.right, Math.max(area.left, left));
      const down = top - Math.min(area.bottom, Math.max(area.top, top));
      return Math.hypot(across, down) < size * view.scale;
    });
}

/** The rectangle with `across` more on its left and right, and `up` more above and below. */
export function expanded({ left, right, top, bottom }: Rectangle, across: number, up: number): Rectangle {
  return { left: left - across, right: right + across, top: top - up, bottom: bottom + up };
}

/** The part of a graph that is drawn in `area`, in its own units. */
export function boxOf({ x, y, scale }: View, { left, right, top, bottom }: Rectangle): Extent {
  return { x: [(left - x) / scale, (right - x) / scale], y: [(y - bottom) / scale, (y - top) / scale] };
}
