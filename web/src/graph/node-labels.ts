import type { Display } from './display.ts';
import type { Extent } from './extent.ts';
import type { View } from './hulls.ts';
import type { LabelPlacer, PlacedLabel, Rectangle } from './labels.ts';
import type { ChainGraph, NodeData } from './model.ts';
import type { NodeFinder } from './node-finder.ts';

type Labelled = {
  graph: ChainGraph;
  /** Finds the nodes of `graph`. */
  finder: NodeFinder;
  display: Pick<Display, 'active' | 'until'>;
  /** Nodes of a smaller radius, in pixels, get no label. */
  minRadius: number;
};

/** How far a label extends from the centre of its node, in pixels. */
const REACH = { across: 150, up: 50 };

/**
 * Places the labels of the nodes in `area`, in pixels, that are large enough: the largest first, and the active node's
 * last, over all others. `context` measures the words.
 */
export function* placeNodeLabels(
  context: CanvasRenderingContext2D,
  place: LabelPlacer,
  { graph, finder, display, minRadius }: Labelled,
  view: View,
  area: Rectangle,
): Generator<{ node: string; label: PlacedLabel }, void> {
  const { active, until = Number.POSITIVE_INFINITY } = display;
  const dotOf = ({ x, y, size }: NodeData) => ({
    ...{ x: view.x + x * view.scale, y: view.y - y * view.scale },
    size: size * view.scale,
  });
  const placeOne = (node: string): PlacedLabel | undefined => {
    const data = graph.getNodeAttributes(node);
    if (data.time > until) return undefined;
    const reach = finder.largest * view.scale;
    const isOnDot = (line: Rectangle) =>
      finder.within(boxOf(view, widened(line, reach, reach))).some((other) => {
        const otherData = graph.getNodeAttributes(other);
        return other !== node && otherData.time <= until && isCovered(dotOf(otherData), line);
      });
    return place(context, { label: data.label, tags: data.tags, ...dotOf(data) }, node === active, isOnDot);
  };
  const sizeOf = (node: string) => graph.getNodeAttribute(node, 'size');
  const isLarge = (node: string) => sizeOf(node) * view.scale >= minRadius;
  const seen =
    finder.largest * view.scale < minRadius ? [] : finder.within(boxOf(view, widened(area, REACH.across, REACH.up)));
  const others = seen.filter((node) => node !== active && isLarge(node));
  others.sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
  for (const node of active !== undefined && graph.hasNode(active) ? [...others, active] : others) {
    const label = placeOne(node);
    if (label) yield { node, label };
  }
}

function widened({ left, right, top, bottom }: Rectangle, across: number, up: number): Rectangle {
  return { left: left - across, right: right + across, top: top - up, bottom: bottom + up };
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
