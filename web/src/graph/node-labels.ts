import type { Display } from './display.ts';
import type { Extent } from './extent.ts';
import type { View } from './hulls.ts';
import type { LabelPainter } from './labels.ts';
import type { ChainGraph } from './model.ts';
import type { NodeFinder } from './node-finder.ts';

type Labelled = {
  graph: ChainGraph;
  /** Finds the nodes of `graph`. */
  finder: NodeFinder;
  display: Display;
  /** Nodes of a smaller radius, in pixels, get no label. */
  minRadius: number;
};

/** The opacity of the label of a node that does not match the search. */
const FADED = 0.35;
/** How far a label extends from the centre of its node, in pixels. */
const REACH = { across: 150, up: 50 };

/** Draws the labels of visible nodes that are large enough, the largest first, and the active node's on top. */
export function writeNodeLabels(
  context: CanvasRenderingContext2D,
  paint: LabelPainter,
  { graph, finder, display, minRadius }: Labelled,
  view: View,
  size: { width: number; height: number },
): void {
  const { active, matches, until = Number.POSITIVE_INFINITY } = display;
  const write = (node: string) => {
    const { x, y, size: radius, time, label, tags } = graph.getNodeAttributes(node);
    if (time > until) return;
    const at = { x: view.x + x * view.scale, y: view.y - y * view.scale, size: radius * view.scale };
    const strength = matches === undefined || matches.has(node) ? 1 : FADED;
    paint(context, { label, tags, ...at }, { isActive: node === active, strength });
  };
  if (finder.largest * view.scale >= minRadius) {
    const sizeOf = (node: string) => graph.getNodeAttribute(node, 'size');
    const seen = finder.within(boxOf(view, size)).filter((node) => sizeOf(node) * view.scale >= minRadius);
    seen.sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
    for (const node of seen) if (node !== active) write(node);
  }
  if (active !== undefined && graph.hasNode(active)) write(active);
}

/** The part of a graph whose labels may be visible, in its own units. */
function boxOf({ x, y, scale }: View, { width, height }: { width: number; height: number }): Extent {
  return {
    x: [(-REACH.across - x) / scale, (width + REACH.across - x) / scale],
    y: [(y - height - REACH.up) / scale, (y + REACH.up) / scale],
  };
}
