import { boxOf, dotsIn, expanded } from './covered-dots.ts';
import type { Display } from './display.ts';
import type { View } from './hulls.ts';
import type { LabelPlacer, PlacedLabel, Rectangle } from './labels.ts';
import type { ChainGraph } from './model.ts';
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
  const isOnDot = dotsIn({ graph, finder, until }, view);
  const placeOne = (node: string): PlacedLabel | undefined => {
    const { x, y, size, time, label, tags } = graph.getNodeAttributes(node);
    if (time > until) return undefined;
    const at = { x: view.x + x * view.scale, y: view.y - y * view.scale, size: size * view.scale };
    return place(context, { label, tags, ...at }, node === active, (line) => isOnDot(line, node));
  };
  const sizeOf = (node: string) => graph.getNodeAttribute(node, 'size');
  const isLarge = (node: string) => sizeOf(node) * view.scale >= minRadius;
  const seen =
    finder.largest * view.scale < minRadius ? [] : finder.within(boxOf(view, expanded(area, REACH.across, REACH.up)));
  const others = seen.filter((node) => node !== active && isLarge(node));
  others.sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
  for (const node of active !== undefined && graph.hasNode(active) ? [...others, active] : others) {
    const label = placeOne(node);
    if (label) yield { node, label };
  }
}
