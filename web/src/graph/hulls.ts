import type { TakenSpace } from './labels.ts';
import { faded, type Look } from './look.ts';
import { type Point, parentOf, type StoryGraph } from './model.ts';

/** The soft shape around a chain, with the tags it has most often as its label. */
export type Hull = {
  nodes: readonly string[];
  /** The circle that holds all of them. */
  x: number;
  y: number;
  radius: number;
  color: string;
  label: string;
};

type HullPicture = {
  /** Below the lines and dots. */
  context: CanvasRenderingContext2D;
  /** Above them, in pixels of the page. */
  labels: CanvasRenderingContext2D;
  hulls: readonly Hull[];
  graph: StoryGraph;
  look: Look;
  /** Later nodes are left out. */
  until: number | undefined;
  space: TakenSpace;
  toViewport: (point: Point) => Point;
};

/** How far a shape reaches beyond its dots; a link is about 1 long. */
const REACH = 0.66;
/** How much of the colour of its tag a shape has. */
const TINT = 0.2;
/** A chain of a smaller radius, in pixels, is drawn without its label. */
const LABELLED_FROM = 26;
const LABEL_PX = 12;

/** Draws a shape around each chain that is in sight, and its label where there is room. */
export function paintHulls({ context, labels, hulls, graph, look, until, space, toViewport }: HullPicture): void {
  const { width, height } = context.canvas;
  const ratio = devicePixelRatio;
  const zero = toViewport({ x: 0, y: 0 });
  const scale = toViewport({ x: 1, y: 0 }).x - zero.x;
  const isInSight = ({ x, y, radius }: Hull) => {
    const at = { x: zero.x + x * scale, y: zero.y - y * scale };
    const reach = radius * scale;
    return at.x > -reach && at.y > -reach && at.x < width / ratio + reach && at.y < height / ratio + reach;
  };
  const seen = hulls.filter(isInSight);
  context.setTransform(ratio * scale, 0, 0, -ratio * scale, ratio * zero.x, ratio * zero.y);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 2 * REACH;
  // A short path each: one of thousands of lines takes many times as long.
  for (const { color, nodes } of seen) {
    context.strokeStyle = faded(color, look.paper, TINT);
    context.beginPath();
    for (const node of nodes) addToPath(context, graph, node, until);
    context.stroke();
  }
  labels.font = `500 ${LABEL_PX}px ${look.sans}`;
  labels.textAlign = 'center';
  labels.textBaseline = 'alphabetic';
  labels.fillStyle = look.quiet;
  for (const hull of seen) {
    if (hull.radius * scale < LABELLED_FROM || !hull.nodes.some((node) => isShown(graph, node, until))) continue;
    const x = zero.x + hull.x * scale;
    const y = zero.y - (hull.y + hull.radius) * scale + LABEL_PX;
    const half = labels.measureText(hull.label).width / 2;
    if (!space.take({ left: x - half, right: x + half, top: y - LABEL_PX, bottom: y })) continue;
    labels.fillText(hull.label, x, y);
  }
}

function addToPath(
  context: CanvasRenderingContext2D,
  graph: StoryGraph,
  node: string,
  until: number | undefined,
): void {
  if (!isShown(graph, node, until)) return;
  const { x, y } = graph.getNodeAttributes(node);
  const parent = parentOf(graph, node);
  const from = parent !== undefined && isShown(graph, parent, until) ? graph.getNodeAttributes(parent) : { x, y };
  context.moveTo(from.x, from.y);
  context.lineTo(x, y);
}

function isShown(graph: StoryGraph, node: string, until: number | undefined): boolean {
  return until === undefined || graph.getNodeAttribute(node, 'time') <= until;
}
