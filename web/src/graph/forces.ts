import { type Point, parentOf, type StoryGraph } from './model.ts';

const ROUNDS = 150;
/** Nodes that are farther apart do not repel each other. */
const REACH = 2.6;
const REPULSION = 0.32;
const SPRING = 0.35;
const GRAVITY = 0.012;

type Body = Point & { dx: number; dy: number };

/**
 * Returns a point for each of `nodes`, around 0: links pull to a length of 1, near nodes push each other away. Begins
 * from places that follow from the ids and links alone.
 */
export function pull(graph: StoryGraph, nodes: readonly string[]): Point[] {
  const places = new Map<string, Body>();
  for (const node of nodes) begin(graph, node, places);
  const bodies = nodes.flatMap((node) => places.get(node) ?? []);
  const links = nodes.flatMap((node) => {
    const parent = parentOf(graph, node);
    const [from, to] = [parent === undefined ? undefined : places.get(parent), places.get(node)];
    return from && to ? [[from, to] as const] : [];
  });
  for (let round = 0; round < ROUNDS && bodies.length > 1; round += 1) {
    repel(bodies);
    for (const [from, to] of links) {
      const [x, y] = [to.x - from.x, to.y - from.y];
      const distance = Math.hypot(x, y) || 1e-6;
      const force = (SPRING * (distance - 1)) / distance;
      from.dx += x * force;
      from.dy += y * force;
      to.dx -= x * force;
      to.dy -= y * force;
    }
    // Steps grow shorter, so that all comes to rest.
    const longest = 0.6 * (1 - round / ROUNDS) + 0.02;
    for (const body of bodies) {
      body.dx -= body.x * GRAVITY;
      body.dy -= body.y * GRAVITY;
      const length = Math.hypot(body.dx, body.dy);
      const scale = length > longest ? longest / length : 1;
      body.x += body.dx * scale;
      body.y += body.dy * scale;
      body.dx = 0;
      body.dy = 0;
    }
  }
  const middle = { x: mean(bodies.map(({ x }) => x)), y: mean(bodies.map(({ y }) => y)) };
  return bodies.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));
}

/** Puts `node`, and before it what it continues, where it begins: a step from its parent in a direction of its own. */
function begin(graph: StoryGraph, node: string, places: Map<string, Body>): void {
  const waiting: string[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined = node; next !== undefined; next = parentOf(graph, next)) {
    if (places.has(next) || seen.has(next)) break;
    seen.add(next);
    waiting.push(next);
  }
  for (const next of waiting.toReversed()) {
    const parent = parentOf(graph, next);
    const from = parent === undefined ? undefined : places.get(parent);
    const outward = from && (from.x !== 0 || from.y !== 0) ? Math.atan2(from.y, from.x) : undefined;
    const chance = hashOf(next);
    const angle = outward === undefined ? chance * 2 * Math.PI : outward + (chance - 0.5) * 2.4;
    // The first of a chain begins in the middle; of one whose links are filtered away, each part somewhere around it.
    const length = from || places.size > 0 ? 1 : 0;
    places.set(next, {
      x: (from?.x ?? 0) + length * Math.cos(angle),
      y: (from?.y ?? 0) + length * Math.sin(angle),
      dx: 0,
      dy: 0,
    });
  }
}

/** Up to this many, all pairs are fewer than what looking into cells costs. */
const FEW = 24;
/** Tells rows from columns in the number of a cell; no chain is as high. */
const ROWS = 65_536;

function repel(bodies: readonly Body[]): void {
  if (bodies.length <= FEW) {
    for (const body of bodies) repelFrom(body, bodies);
    return;
  }
  const cellOf = ({ x, y }: Point) => Math.floor(x / REACH) * ROWS + Math.floor(y / REACH);
  const cells = Map.groupBy(bodies, cellOf);
  for (const body of bodies) {
    const middle = cellOf(body);
    for (const column of [-ROWS, 0, ROWS]) {
      for (const row of [-1, 0, 1]) repelFrom(body, cells.get(middle + column + row) ?? []);
    }
  }
}

function repelFrom(body: Body, others: readonly Body[]): void {
  for (const other of others) {
    if (other === body) continue;
    const [x, y] = [body.x - other.x, body.y - other.y];
    const distance = Math.max(0.05, Math.hypot(x, y));
    if (distance >= REACH) continue;
    const force = (REPULSION * (1 - distance / REACH)) / distance;
    body.dx += x * force;
    body.dy += y * force;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** A number from 0 up to 1 that follows from `text` (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 2 ** 32;
}
