import { pull } from './forces.ts';
import type { Point, StoryGraph } from './model.ts';

/** A chain in the picture of all: a circle that holds its nodes. */
export type PackedChain = { nodes: readonly string[]; x: number; y: number; radius: number };

export type Packed = { points: ReadonlyMap<string, Point>; chains: readonly PackedChain[] };

/** Room between a chain and its neighbours; a link is about 1 long. */
const MARGIN = 0.7;
/** Circles grow in steps of an eighth, so that a chain that gains an anecdote seldom moves others. */
const STEP = 1.125;

/**
 * Returns a point for each node of `graph`. Forces shape each chain by itself; then chains are packed in the order in
 * which they were begun, the first in the middle. The same graph gives the same points, and a chain that did not change
 * keeps its shape.
 */
export function packedOf(graph: StoryGraph): Packed {
  const members = new Map<number, string[]>();
  for (const node of graph.nodes().sort()) {
    const { chain } = graph.getNodeAttributes(node);
    const others = members.get(chain);
    if (others) others.push(node);
    else members.set(chain, [node]);
  }
  const points = new Map<string, Point>();
  const pack = createPack();
  const chains = [...members.values()].map((nodes): PackedChain => {
    const shape = pull(graph, nodes);
    const reach = Math.max(...shape.map(({ x, y }) => Math.hypot(x, y)));
    const radius = STEP ** Math.ceil(Math.log(reach + MARGIN) / Math.log(STEP));
    const middle = pack(radius);
    for (const [index, node] of nodes.entries()) {
      const { x, y } = shape[index] ?? middle;
      points.set(node, { x: middle.x + x, y: middle.y + y });
    }
    return { nodes, ...middle, radius };
  });
  return { points, chains };
}

/** The way along the spiral from one tried place to the next, and from one turn to the next. */
const STRIDE = 0.6;
/** The side of a cell in which circles are looked up. */
const CELL = 4;

/** Returns a function that gives a circle of `radius` the first free place on a spiral from the middle. */
function createPack(): (radius: number) => Point {
  const cells = new Map<string, (Point & { radius: number })[]>();
  /** How far along the spiral nothing is free any more for a radius or a larger one. */
  const full = new Map<number, number>();
  const cellsOf = ({ x, y }: Point, radius: number) => {
    const keys: string[] = [];
    const last = { x: Math.floor((x + radius) / CELL), y: Math.floor((y + radius) / CELL) };
    for (let column = Math.floor((x - radius) / CELL); column <= last.x; column += 1) {
      for (let row = Math.floor((y - radius) / CELL); row <= last.y; row += 1) keys.push(`${column} ${row}`);
    }
    return keys;
  };
  return (radius) => {
    let at = Math.max(0, ...[...full].flatMap(([other, index]) => (other <= radius ? [index] : [])));
    for (; ; at += 1) {
      const middle = spiralPoint(at);
      const keys = cellsOf(middle, radius);
      const isFree = keys.every((key) =>
        (cells.get(key) ?? []).every(
          (other) => Math.hypot(other.x - middle.x, other.y - middle.y) >= other.radius + radius,
        ),
      );
      if (!isFree) continue;
      full.set(radius, at);
      for (const key of keys) {
        const there = cells.get(key);
        if (there) there.push({ ...middle, radius });
        else cells.set(key, [{ ...middle, radius }]);
      }
      return middle;
    }
  };
}

/** Point `index` of a spiral whose points are evenly dense. */
function spiralPoint(index: number): Point {
  const turn = 2 * Math.sqrt(Math.PI * index);
  const distance = (STRIDE * turn) / (2 * Math.PI);
  return { x: distance * Math.cos(turn), y: distance * Math.sin(turn) };
}
