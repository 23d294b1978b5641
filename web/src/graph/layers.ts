import { type ChainGraph, lineageOf, parentOf } from './model.ts';

/** A position in the layered layout: columns count from the left, rows from the top. */
export type Cell = { column: number; row: number };

export type Layers = { cells: ReadonlyMap<string, Cell>; columns: number; rows: number };

/**
 * Returns a cell for each node of `graph`: each generation is a column, the ancestors of `root` at its left and its
 * descendants at its right. A node is centred on its children; nodes that `root` does not reach are at the bottom.
 */
export function layersOf(graph: ChainGraph, root: string): Layers {
  const [, ...before] = lineageOf(graph, root);
  const children = new Map<string, readonly string[]>();
  const columns = new Map<string, number>([root, ...before].map((node, index) => [node, before.length - index]));
  const order: string[] = [];
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const column = (columns.get(node) ?? 0) + 1;
    const next = graph.outNeighbors(node).filter((child) => !columns.has(child));
    for (const child of next) columns.set(child, column);
    order.push(node);
    children.set(node, next);
    stack.push(...next.toReversed());
  }

  const rows = new Map<string, number>();
  let free = 0;
  for (const node of order) if (children.get(node)?.length === 0) rows.set(node, free++);
  for (const node of order.toReversed()) {
    const [first, last] = [children.get(node)?.at(0), children.get(node)?.at(-1)];
    if (first === undefined || last === undefined) continue;
    rows.set(node, ((rows.get(first) ?? 0) + (rows.get(last) ?? 0)) / 2);
  }
  for (const node of before) rows.set(node, rows.get(root) ?? 0);
  graph.forEachNode((node) => {
    if (!rows.has(node)) rows.set(node, free++);
  });

  const cells = new Map<string, Cell>();
  graph.forEachNode((node) => {
    cells.set(node, { column: columns.get(node) ?? 0, row: rows.get(node) ?? 0 });
  });
  return { cells, columns: Math.max(0, ...columns.values()) + 1, rows: Math.max(1, free) };
}

export type Step = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** The node that an arrow key leads to from `from`: left and right along links, up and down within a column. */
export function nextInLayers(graph: ChainGraph, { cells }: Layers, from: string, step: Step): string | undefined {
  if (step === 'ArrowLeft' || step === 'ArrowRight') return nextAlongLinks(graph, from, step);
  const here = cells.get(from);
  const column = [...cells]
    .filter(([, cell]) => cell.column === here?.column)
    .sort(([, a], [, b]) => a.row - b.row)
    .map(([node]) => node);
  return column[column.indexOf(from) + (step === 'ArrowDown' ? 1 : -1)];
}

/** The parent of `from`, or the middle one of its children. */
export function nextAlongLinks(graph: ChainGraph, from: string, step: 'ArrowLeft' | 'ArrowRight'): string | undefined {
  if (step === 'ArrowLeft') return parentOf(graph, from);
  const children = graph.outNeighbors(from);
  return children[Math.floor((children.length - 1) / 2)];
}
