import type { Display } from './display.ts';
import type { Extent } from './extent.ts';
import type { View } from './hulls.ts';
import type { LabelPainter, Rectangle } from './labels.ts';
import type { ChainGraph, NodeData } from './model.ts';
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
  const dotOf = ({ x, y, size: radius }: NodeData) => ({
    ...{ x: view.x + x * view.scale, y: view.y - y * view.scale },
    size: radius * view.scale,
  });
  const write = (node: string) => {
    const data = graph.getNodeAttributes(node);
    if (data.time > until) return;
    const isOnDot = (line: Rectangle) =>
      finder.within(boxOf(view, widened(line, finder.largest * view.scale))).some((other) => {
        const otherData = graph.getNodeAttributes(other);
        return other !== node && otherData.time <= until && isCovered(dotOf(otherData), line);
      });
    const strength = matches === undefined || matches.has(node) ? 1 : FADED;
    const { label, tags } = data;
    paint(context, { label, tags, ...dotOf(data) }, { isActive: node === active, strength }, isOnDot);
  };
  if (finder.largest * view.scale >= minRadius) {
    const visible = {
      ...{ left: -REACH.across, right: size.width + REACH.across },
      ...{ top: -REACH.up, bottom: size.height + REACH.up },
    };
    const sizeOf = (node: string) => graph.getNodeAttribute(node, 'size');
    const seen = finder.within(boxOf(view, visible)).filter((node) => sizeOf(node) * view.scale >= minRadius);
    seen.sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
    for (const node of seen) if (node !== active) write(node);
  }
  if (active !== undefined && graph.hasNode(active)) write(active);
}

function widened({ left, right, top, bottom }: Rectangle, by: number): Rectangle {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

/** The part of a graph that is drawn in `area`, in its own units. */
function boxOf({ x, y, scale }: View, { left, right, top, bottom }: Rectangle): Extent {
  return { x: [(left - x) / scale, (right - x) / scale], y: [(y - bottom) / scale, (y - top) / scale] };
}

/** True if a part of the circle is in `line`. */
function isCovered({ x, y, size }: { x: number; y: number; size: number }, line: Rectangle): boolean {
  const across = x - Math.min(line.right, Math.max(line.left, x));
  const down = y - Math.min(line.bottom, Math.max(line.top, y));
  return across * across + down * down < size * size;
}
