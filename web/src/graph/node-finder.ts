import { cellNumber } from './cell-number.ts';
import { type Extent, extentOf } from './extent.ts';
import type { ChainGraph, Point } from './model.ts';

/** The approximate number of nodes per grid cell. */
const PER_CELL = 2;

/** Finds the nodes at a point or in a box of a graph. Sigma would read pixels from the graphics card, which blocks. */
export class NodeFinder {
  readonly #graph: ChainGraph;
  readonly #cells: ReadonlyMap<number, readonly string[]>;
  readonly #cell: number;
  readonly #extent: Extent;
  /** The radius of the largest node. */
  readonly largest: number;

  constructor(graph: ChainGraph) {
    this.#graph = graph;
    this.#extent = extentOf(graph);
    this.largest = graph.reduceNodes((largest, _, { size }) => Math.max(largest, size), 0);
    const { x: across, y: up } = this.#extent;
    const area = Math.max(1, across[1] - across[0]) * Math.max(1, up[1] - up[0]);
    this.#cell = Math.max(2 * this.largest, Math.sqrt((PER_CELL * area) / Math.max(1, graph.order)), 1e-6);
    this.#cells = Map.groupBy(graph.nodes(), (node) => {
      const { x, y } = graph.getNodeAttributes(node);
      return cellNumber(Math.floor(x / this.#cell), Math.floor(y / this.#cell));
    });
  }

  /** The node nearest to the point, at most `slack` away from its circle; only nodes that pass `isShown`. */
  at({ x, y }: Point, slack: number, isShown: (node: string) => boolean): string | undefined {
    let found: string | undefined;
    let nearest = Number.POSITIVE_INFINITY;
    const reach = this.largest + slack;
    const column = (at: number) => Math.floor(at / this.#cell);
    for (let across = column(x - reach); across <= column(x + reach); across += 1) {
      for (let up = column(y - reach); up <= column(y + reach); up += 1) {
        for (const node of this.#cells.get(cellNumber(across, up)) ?? []) {
          const data = this.#graph.getNodeAttributes(node);
          const distance = Math.hypot(data.x - x, data.y - y);
          if (distance > data.size + slack || distance >= nearest || !isShown(node)) continue;
          found = node;
          nearest = distance;
        }
      }
    }
    return found;
  }

  /** The nodes whose centres are in `box`. */
  within(box: Extent): string[] {
    const found: string[] = [];
    const from = (axis: 'x' | 'y') => Math.floor(Math.max(box[axis][0], this.#extent[axis][0]) / this.#cell);
    const to = (axis: 'x' | 'y') => Math.floor(Math.min(box[axis][1], this.#extent[axis][1]) / this.#cell);
    for (let across = from('x'); across <= to('x'); across += 1) {
      for (let up = from('y'); up <= to('y'); up += 1) {
        for (const node of this.#cells.get(cellNumber(across, up)) ?? []) {
          const { x, y } = this.#graph.getNodeAttributes(node);
          if (x >= box.x[0] && x <= box.x[1] && y >= box.y[0] && y <= box.y[1]) found.push(node);
        }
      }
    }
    return found;
  }
}
