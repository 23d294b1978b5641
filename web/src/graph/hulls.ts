import type { OccupiedSpace, Rectangle } from './labels.ts';
import { faded, type Look } from './look.ts';
import { type ChainGraph, type Point, parentOf } from './model.ts';

/** The soft shape around a chain, labelled with its most frequent tags. */
export type Hull = {
  /** The lines that the shape follows: for each node the line to its parent, see `linesOf`. */
  lines: Float64Array;
  /** The time of its earliest node, in milliseconds since 1970. */
  from: number;
  /** The circle around all of its nodes. */
  x: number;
  y: number;
  radius: number;
  color: string;
  label: string;
};

/** Everything that determines the hulls of a picture. */
export type HullContent = {
  hulls: readonly Hull[];
  look: Look;
  /** Later nodes are hidden. */
  until: number | undefined;
};

/** The position of the origin of a graph in a picture, and the length of a graph unit, both in CSS pixels. */
export type View = Point & { scale: number };

type Size = { width: number; height: number };

/** How far a hull extends beyond its nodes; a link is about 1 long. */
const REACH = 0.66;
/** The share of its tag's colour in the colour of a hull. */
const TINT = 0.2;
/** A chain of a smaller radius, in pixels, is drawn without its label. */
const LABELLED_FROM = 26;
const LABEL_PX = 12;

/** Draws the hull of each visible chain, on a canvas with `ratio` pixels per CSS pixel. */
export function paintHulls(
  context: CanvasRenderingContext2D,
  { hulls, look, until = Number.POSITIVE_INFINITY }: HullContent,
  view: View,
  ratio: number,
): void {
  const { width, height } = context.canvas;
  const seen = hulls.filter(inSight(view, { width: width / ratio, height: height / ratio }));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * view.scale, 0, 0, -ratio * view.scale, ratio * view.x, ratio * view.y);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 2 * REACH;
  // One short path per hull: a single path of thousands of lines takes many times as long.
  for (const { color, lines, from } of seen) {
    if (from > until) continue;
    context.strokeStyle = faded(color, look.paper, TINT);
    context.beginPath();
    addToPath(context, lines, until);
    context.stroke();
  }
}

/**
 * Draws the label of each chain that is visible and large enough, if there is room for it: at the top of its circle, or
 * above that where it would be on a dot.
 */
export function writeHullLabels(
  context: CanvasRenderingContext2D,
  { hulls, look, until = Number.POSITIVE_INFINITY }: HullContent,
  view: View,
  size: Size,
  space: OccupiedSpace,
  isOnDot: (place: Rectangle) => boolean,
): void {
  context.font = `500 ${LABEL_PX}px ${look.sans}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = look.quiet;
  const isSeen = inSight(view, size);
  for (const hull of hulls) {
    if (hull.radius * view.scale < LABELLED_FROM || !isSeen(hull)) continue;
    if (hull.from > until) continue;
    const x = view.x + hull.x * view.scale;
    const top = view.y - (hull.y + hull.radius) * view.scale;
    const half = context.measureText(hull.label).width / 2;
    const place = [top, top - LABEL_PX]
      .map((above) => ({ left: x - half, right: x + half, top: above, bottom: above + LABEL_PX }))
      .find((each) => !isOnDot(each));
    if (place && space.occupy(place)) context.fillText(hull.label, x, place.bottom);
  }
}

/** Returns a test for whether any part of a hull is visible in a picture of the given size. */
function inSight(view: View, { width, height }: Size): (hull: Hull) => boolean {
  return (hull) => {
    const at = { x: view.x + hull.x * view.scale, y: view.y - hull.y * view.scale };
    const reach = hull.radius * view.scale;
    return at.x > -reach && at.y > -reach && at.x < width + reach && at.y < height + reach;
  };
}

/** The number of entries of `lines` per line. */
const PER_LINE = 6;

/**
 * Returns the line from each of `nodes` to its parent, or to itself if it has none: x, y and the time in milliseconds
 * of the node and of the other end. A flat array is read many times as fast as a graph.
 */
export function linesOf(graph: ChainGraph, nodes: readonly string[]): Float64Array {
  const lines = new Float64Array(nodes.length * PER_LINE);
  for (const [index, node] of nodes.entries()) {
    const end = graph.getNodeAttributes(node);
    const parent = parentOf(graph, node);
    const start = parent === undefined ? end : graph.getNodeAttributes(parent);
    lines.set([end.x, end.y, end.time, start.x, start.y, start.time], index * PER_LINE);
  }
  return lines;
}

function addToPath(context: CanvasRenderingContext2D, lines: Float64Array, until: number): void {
  const at = (index: number) => lines[index] ?? 0;
  for (let line = 0; line < lines.length; line += PER_LINE) {
    if (at(line + 2) > until) continue;
    const start = at(line + 5) <= until ? line + 3 : line;
    context.moveTo(at(start), at(start + 1));
    context.lineTo(at(line), at(line + 1));
  }
}
