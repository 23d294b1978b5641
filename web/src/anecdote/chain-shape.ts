import type { ChainSummary } from '@anecdotes/contracts';

/** A dot of a card's diagram; `at` identifies its anecdote (see `shapeOf`). */
export type ShapeDot = { x: number; y: number; kind: 'before' | 'gone' | 'here' | 'after'; at: number };
/** A line from a dot to the next; a loose line stands for anecdotes that are not drawn. */
export type ShapeLine = { from: ShapeDot; x: number; y: number; isLoose: boolean };
export type Shape = { dots: readonly ShapeDot[]; lines: readonly ShapeLine[]; width: number; height: number };

type Box = { width: number; height: number };

/** The maximum number of ancestors that are drawn. */
const BEFORE = 4;
const STEP = { x: 20, y: 14 };
const MARGIN = 6;
/** The length of a loose line, in pixels. */
const LOOSE = 9;

type Branch = { column: number; row: number; parent: number; children: number; drawn: number };

/**
 * Returns the drawing of a chain in pixels, at most as large as `box`: from left to right the ancestors of an anecdote,
 * the anecdote itself, and the tree of its descendants. `at` is 0 for the anecdote itself, -1, -2, … for its ancestors,
 * nearest first, and 1, 2, … for its descendants in the order of the shape.
 */
export function shapeOf({ before, shape, gone, cut }: ChainSummary, box: Box): Shape {
  const tree = parseShape(shape);
  const shownBefore = Math.min(before, BEFORE);
  const columns = shownBefore + Math.max(...tree.map(({ column }) => column)) + 1;
  const rows = Math.max(...tree.map(({ row }) => row)) + 1;
  // Loose lines need room at both ends.
  const [left, right] = [before > BEFORE ? LOOSE : 0, tree.some(({ children, drawn }) => children > drawn) ? LOOSE : 0];
  const step = {
    x: Math.min(STEP.x, (box.width - 2 * MARGIN - left - right) / Math.max(1, columns - 1)),
    y: Math.min(STEP.y, (box.height - 2 * MARGIN) / Math.max(1, rows - 1)),
  };
  const pointAt = (column: number, row: number) => ({
    x: MARGIN + left + column * step.x,
    y: MARGIN + row * step.y,
  });
  const after = tree.map(
    ({ column, row }, at): ShapeDot => ({
      ...pointAt(shownBefore + column, row),
      kind: at === 0 ? 'here' : 'after',
      at,
    }),
  );
  const lines: ShapeLine[] = [];
  for (const [at, { parent, children, drawn }] of tree.entries()) {
    const [dot, from] = [after[at], after[parent]];
    if (dot && from && at > 0) lines.push({ from, x: dot.x, y: dot.y, isLoose: false });
    if (dot && children > drawn) lines.push({ from: dot, x: dot.x + LOOSE, y: dot.y, isLoose: true });
  }
  const dots: ShapeDot[] = [...after];
  for (let nearness = 1; nearness <= shownBefore; nearness += 1) {
    const kind = gone && !cut && nearness === before ? 'gone' : 'before';
    const dot: ShapeDot = { ...pointAt(shownBefore - nearness, tree[0]?.row ?? 0), kind, at: -nearness };
    const to = dots.find(({ at }) => at === 1 - nearness);
    if (to) lines.push({ from: dot, x: to.x, y: to.y, isLoose: false });
    if (nearness === shownBefore && before > BEFORE)
      lines.push({ from: dot, x: dot.x - LOOSE, y: dot.y, isLoose: true });
    dots.push(dot);
  }
  return {
    dots,
    lines,
    width: 2 * MARGIN + left + right + (columns - 1) * step.x,
    height: 2 * MARGIN + (rows - 1) * step.y,
  };
}

/** Returns the positions of a shape, which has the number of children of each anecdote in base 36, breadth first. */
function parseShape(shape: string): Branch[] {
  const tree: Branch[] = [];
  const open: number[] = [];
  for (const [at, letter] of [...shape].entries()) {
    const children = Number.parseInt(letter, 36);
    const parent = open.shift() ?? 0;
    const above = tree[parent];
    if (at > 0 && above) above.drawn += 1;
    tree.push({ column: at > 0 && above ? above.column + 1 : 0, row: 0, parent, children, drawn: 0 });
    open.push(...Array.from({ length: children }, () => at));
  }
  // Depth first: each leaf takes the next row, and a parent is centred on its children.
  let rows = 0;
  const assignRow = (at: number): number => {
    const own = tree.flatMap(({ parent }, child) => (child > 0 && parent === at ? [assignRow(child)] : []));
    const row = own.length > 0 ? ((own.at(0) ?? 0) + (own.at(-1) ?? 0)) / 2 : rows++;
    const branch = tree[at];
    if (branch) branch.row = row;
    return row;
  };
  if (tree.length === 0) tree.push({ column: 0, row: 0, parent: 0, children: 0, drawn: 0 });
  assignRow(0);
  return tree;
}
