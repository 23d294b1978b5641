import { cellNumber } from './cell-number.ts';
import { type ChainGraph, lineageOf, type Point, parentOf } from './model.ts';

const ROUNDS = 150;
/** Nodes farther apart than this do not repel each other. */
const REACH = 2.6;
const REPULSION = 0.32;
const SPRING = 0.35;
const GRAVITY = 0.012;

/** Positions and forces of the nodes, as columns: with one object per node the rounds take several times as long. */
type Bodies = { x: Float64Array; y: Float64Array; dx: Float64Array; dy: Float64Array };

/**
 * Returns a point for each of `nodes`, centred on 0: links pull to a length of 1, and near nodes repel each other. The
 * initial positions depend only on ids and links, so the result is deterministic. Can pause after each round.
 */
export function* forceLayout(graph: ChainGraph, nodes: readonly string[]): Generator<void, Point[]> {
  const positions = new Map<string, Point>();
  for (const node of nodes) setInitialPositions(graph, node, positions);
  const column = (toNumber: (node: string) => number) => Float64Array.from(nodes, toNumber);
  const bodies: Bodies = {
    x: column((node) => positions.get(node)?.x ?? 0),
    y: column((node) => positions.get(node)?.y ?? 0),
    dx: column(() => 0),
    dy: column(() => 0),
  };
  const links = linksOf(graph, nodes);
  for (let round = 0; round < ROUNDS && nodes.length > 1; round += 1) {
    repel(bodies);
    for (let at = 0; at < links.length; at += 2) attract(bodies, links[at] ?? 0, links[at + 1] ?? 0);
    // The steps get shorter, so that the nodes come to rest.
    move(bodies, 0.6 * (1 - round / ROUNDS) + 0.02);
    yield;
  }
  const middle = { x: mean(bodies.x), y: mean(bodies.y) };
  return nodes.map((_, index) => ({
    x: (bodies.x[index] ?? 0) - middle.x,
    y: (bodies.y[index] ?? 0) - middle.y,
  }));
}

/** The links among `nodes` as a flat list of pairs: index of the parent, index of the child. */
function linksOf(graph: ChainGraph, nodes: readonly string[]): number[] {
  const indices = new Map(nodes.map((node, index) => [node, index]));
  return nodes.flatMap((node, child) => {
    const parent = indices.get(parentOf(graph, node) ?? '');
    return parent === undefined ? [] : [parent, child];
  });
}

/** Sets the initial positions of `node` and its ancestors: one step from the parent, in a direction by the id. */
function setInitialPositions(graph: ChainGraph, node: string, positions: Map<string, Point>): void {
  const waiting: string[] = [];
  for (const next of lineageOf(graph, node)) {
    if (positions.has(next)) break;
    waiting.push(next);
  }
  for (const next of waiting.toReversed()) {
    const parent = parentOf(graph, next);
    const from = parent === undefined ? undefined : positions.get(parent);
    const outward = from && (from.x !== 0 || from.y !== 0) ? Math.atan2(from.y, from.x) : undefined;
    const chance = hashOf(next);
    const angle = outward === undefined ? chance * 2 * Math.PI : outward + (chance - 0.5) * 2.4;
    // A chain starts at the centre. If a filter has split it into parts, the other parts start around the centre.
    const length = from || positions.size > 0 ? 1 : 0;
    positions.set(next, {
      x: (from?.x ?? 0) + length * Math.cos(angle),
      y: (from?.y ?? 0) + length * Math.sin(angle),
    });
  }
}

/** Up to this many nodes, comparing all pairs is faster than using grid cells. */
const FEW = 24;

function repel(bodies: Bodies): void {
  const { x, y } = bodies;
  if (x.length <= FEW) {
    for (let one = 0; one < x.length; one += 1) {
      for (let other = one + 1; other < x.length; other += 1) repelPair(bodies, one, other);
    }
    return;
  }
  const cellOf = (index: number) =>
    cellNumber(Math.floor((x[index] ?? 0) / REACH), Math.floor((y[index] ?? 0) / REACH));
  const cells = Map.groupBy(x.keys(), cellOf);
  for (let one = 0; one < x.length; one += 1) {
    const middle = cellOf(one);
    for (const column of [-1, 0, 1]) {
      for (const row of [-1, 0, 1]) {
        for (const other of cells.get(middle + cellNumber(column, row)) ?? []) {
          if (other > one) repelPair(bodies, one, other);
        }
      }
    }
  }
}

function repelPair({ x, y, dx, dy }: Bodies, one: number, other: number): void {
  const across = (x[one] ?? 0) - (x[other] ?? 0);
  const up = (y[one] ?? 0) - (y[other] ?? 0);
  const square = across * across + up * up;
  if (square >= REACH * REACH) return;
  const distance = Math.max(0.05, Math.sqrt(square));
  const force = (REPULSION * (1 - distance / REACH)) / distance;
  addForce(dx, one, other, across * force);
  addForce(dy, one, other, up * force);
}

function attract({ x, y, dx, dy }: Bodies, one: number, other: number): void {
  const across = (x[one] ?? 0) - (x[other] ?? 0);
  const up = (y[one] ?? 0) - (y[other] ?? 0);
  const distance = Math.sqrt(across * across + up * up) || 1e-6;
  const force = (SPRING * (1 - distance)) / distance;
  addForce(dx, one, other, across * force);
  addForce(dy, one, other, up * force);
}

/** Adds `force` to the force on `one`, and subtracts it from the force on `other`. */
function addForce(forces: Float64Array, one: number, other: number, force: number): void {
  forces[one] = (forces[one] ?? 0) + force;
  forces[other] = (forces[other] ?? 0) - force;
}

/** Moves all nodes by their forces and a little towards the centre, at most by `longest`; resets the forces. */
function move({ x, y, dx, dy }: Bodies, longest: number): void {
  for (let index = 0; index < x.length; index += 1) {
    const across = (dx[index] ?? 0) - (x[index] ?? 0) * GRAVITY;
    const up = (dy[index] ?? 0) - (y[index] ?? 0) * GRAVITY;
    const length = Math.sqrt(across * across + up * up);
    const scale = length > longest ? longest / length : 1;
    x[index] = (x[index] ?? 0) + across * scale;
    y[index] = (y[index] ?? 0) + up * scale;
    dx[index] = 0;
    dy[index] = 0;
  }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** A hash of `text` as a number from 0 (inclusive) to 1 (exclusive), by FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 2 ** 32;
}
