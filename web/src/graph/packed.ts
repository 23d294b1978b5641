import { cellNumber } from './cell-number.ts';
import { forceLayout } from './forces.ts';
import type { ChainGraph, Point } from './model.ts';

/** A chain in the picture of all chains: a circle around its nodes. */
export type PackedChain = { nodes: readonly string[]; x: number; y: number; radius: number };

export type Packed = { points: ReadonlyMap<string, Point>; chains: readonly PackedChain[] };

/** The margin around the nodes of a chain; a link is about 1 long. */
const MARGIN = 0.7;
/** Radii grow in steps of an eighth, so that a chain that gains an anecdote rarely moves others. */
const STEP = 1.125;

/**
 * Returns a point for each node of `graph`. Forces shape each chain by itself; then the chains are packed from the
 * centre outwards, in the order in which they were begun. The same graph always gives the same points, and a chain that
 * did not change keeps its shape. Can pause while it works.
 */
export function* packedOf(graph: ChainGraph): Generator<void, Packed> {
  const members = Map.groupBy(graph.nodes().sort(), (node) => graph.getNodeAttribute(node, 'chain'));
  const points = new Map<string, Point>();
  const pack = createPack();
  const chains: PackedChain[] = [];
  for (const nodes of members.values()) {
    const shape = yield* forceLayout(graph, nodes);
    const reach = Math.max(...shape.map(({ x, y }) => Math.hypot(x, y)));
    const radius = STEP ** Math.ceil(Math.log(reach + MARGIN) / Math.log(STEP));
    const middle = pack(radius);
    for (const [index, node] of nodes.entries()) {
      const { x, y } = shape[index] ?? middle;
      points.set(node, { x: middle.x + x, y: middle.y + y });
    }
    chains.push({ nodes, ...middle, radius });
    yield;
  }
  return { points, chains };
}

/** The distance between two tried points along the spiral, and between two turns of it. */
const STRIDE = 0.6;
/** The side of a grid cell in which circles are looked up. */
const CELL = 4;

type Circle = Point & { radius: number };

/** Returns a function that places a circle of `radius` at the first free point of a spiral from the centre. */
function createPack(): (radius: number) => Point {
  const cells = new Map<number, Circle[]>();
  /** By radius: the index on the spiral before which nothing is free for this radius or a larger one. */
  const full = new Map<number, number>();
  const isFree = (circle: Circle) => {
    for (const cell of cellsOf(circle)) {
      for (const other of cells.get(cell) ?? []) if (overlap(circle, other)) return false;
    }
    return true;
  };
  return (radius) => {
    let at = 0;
    for (const [other, index] of full) if (other <= radius) at = Math.max(at, index);
    let circle = { ...spiralPoint(at), radius };
    while (!isFree(circle)) {
      at += 1;
      circle = { ...spiralPoint(at), radius };
    }
    full.set(radius, at);
    for (const cell of cellsOf(circle)) {
      const there = cells.get(cell);
      if (there) there.push(circle);
      else cells.set(cell, [circle]);
    }
    return { x: circle.x, y: circle.y };
  };
}

function* cellsOf({ x, y, radius }: Circle): Generator<number> {
  const last = { column: Math.floor((x + radius) / CELL), row: Math.floor((y + radius) / CELL) };
  for (let column = Math.floor((x - radius) / CELL); column <= last.column; column += 1) {
    for (let row = Math.floor((y - radius) / CELL); row <= last.row; row += 1) yield cellNumber(column, row);
  }
}

function overlap(one: Circle, other: Circle): boolean {
  const [x, y, apart] = [one.x - other.x, one.y - other.y, one.radius + other.radius];
  return x * x + y * y < apart * apart;
}

/** Point `index` of a spiral with points of even density. */
function spiralPoint(index: number): Point {
  const turn = 2 * Math.sqrt(Math.PI * index);
  const distance = (STRIDE * turn) / (2 * Math.PI);
  return { x: distance * Math.cos(turn), y: distance * Math.sin(turn) };
}
