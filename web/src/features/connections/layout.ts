import type { AnecdoteView, ConnectionsView } from '@anecdotes/contracts';

type Layer = 'parent' | 'current' | 'child';

/** An anecdote of the diagram and where it stands, in columns from the left and rows from the top. */
export type Dot = { anecdote: AnecdoteView; layer: Layer; column: number; row: number };
export type Line = { from: Dot; to: Dot };

export type Layout = {
  dots: readonly Dot[];
  lines: readonly Line[];
  columns: number;
  rows: number;
  /** How many anecdotes are not drawn because there are too many. */
  hidden: number;
};

const PARENTS = 12;
const CHILDREN = 60;

/** Places the nearest of an anecdote's connections: each generation is a column, parents left, children right. */
export function layOut({ current, parents, children }: Omit<ConnectionsView, 'complete'>): Layout {
  const before = parents.slice(0, PARENTS);
  const after = children.slice(0, CHILDREN);
  const childrenOf = Map.groupBy(after, ({ connected_to }) => connected_to);
  const dots: Dot[] = [];
  const lines: Line[] = [];
  let rows = 0;

  const addDot = (anecdote: AnecdoteView, layer: Layer, column: number): Dot => {
    const below = (childrenOf.get(anecdote.id) ?? []).map((child) => addDot(child, 'child', column + 1));
    const [first, last] = [below[0], below.at(-1)];
    const row = first && last ? (first.row + last.row) / 2 : rows++;
    const dot = { anecdote, layer, column, row };
    dots.push(dot);
    for (const child of below) lines.push({ from: dot, to: child });
    return dot;
  };

  let right = addDot(current, 'current', before.length);
  for (const [index, anecdote] of before.entries()) {
    const left: Dot = { anecdote, layer: 'parent', column: before.length - 1 - index, row: right.row };
    dots.push(left);
    lines.push({ from: left, to: right });
    right = left;
  }
  dots.sort((a, b) => a.column - b.column || a.row - b.row);
  return {
    dots,
    lines,
    columns: Math.max(...dots.map(({ column }) => column)) + 1,
    rows,
    hidden: parents.length + children.length + 1 - dots.length,
  };
}

export type Step = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home';

/** The dot a key leads to from `from`: along the links, among those of one column, or back to the current one. */
export function walk({ dots, lines }: Layout, from: Dot, step: Step): Dot | undefined {
  if (step === 'Home') return dots.find(({ layer }) => layer === 'current');
  if (step === 'ArrowLeft') return lines.find(({ to }) => to === from)?.from;
  if (step === 'ArrowRight') {
    const next = lines.flatMap((line) => (line.from === from ? line.to : []));
    return next.sort((a, b) => a.row - b.row)[Math.floor((next.length - 1) / 2)];
  }
  const column = dots.filter((dot) => dot.column === from.column);
  return column[column.indexOf(from) + (step === 'ArrowDown' ? 1 : -1)];
}
