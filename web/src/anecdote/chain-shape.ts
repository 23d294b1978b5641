import type { ChainSummary } from '@anecdotes/contracts';

/** A dot of a card's diagram: `at` tells which anecdote it is. */
export type ShapeDot = { x: number; y: number; kind: 'before' | 'gone' | 'here' | 'after'; at: number };
/** A line from a dot to the next; a loose one leads to what is not drawn. */
export type ShapeLine = { from: ShapeDot; x: number; y: number; isLoose: boolean };
export type Shape = { dots: readonly ShapeDot[]; lines: readonly ShapeLine[]; width: number; height: number };

type Box = { width: number; height: number };

/** How many of those before are drawn. */
const BEFORE = 4;
const STEP = { x: 20, y: 14 };
const MARGIN = 6;
/** How far a line to what is not drawn reaches. */
const LOOSE = 9;

type Branch = { column: number; row: number; parent: number; children: number; drawn: number };

/**
 * Returns the drawing of a chain in pixels, at most as large as `box`: what an anecdote continues at the left, then
 * itself, then the tree of what continues it. `at` counts from the anecdote itself, 0: before it downward, nearest
 * first, after it upward, as the shape has them.
 */
export function shapeOf({ before, shape, gone, cut }: ChainSummary, box: Box): Shape {
  const tree = parseShape(shape);
  const shownBefore = Math.min(before, BEFORE);
  const columns = shownBefore + Math.max(...tree.map(({ column }) => column)) + 1;
  const rows = Math.max(...tree.map(({ row }) => row)) + 1;
  // The lines to what is not drawn need room at both ends.
  const [left, right] = [before > BEFORE ? LOOSE : 0, tree.some(({ children, drawn }) => children > drawn) ? LOOSE : 0];
  const step = {
    x: Math.min(STEP.x, (box.width - 2 * MARGIN - left - right) / Math.max(1, columns - 1)),
    y: Math.min(STEP.y, (box.height - 2 * MARGIN) / Math.max(1, rows - 1)),
  };
  const place = (column: number, row: number) => ({
    x: MARGIN + left + column * step.x,
    y: MARGIN + row * step.y,
  });
  const after = tree.map(
    ({ column, row }, at): ShapeDot => ({
      ...place(shownBefore + column, row),
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
    const dot: ShapeDot = { ...place(shownBefore - nearness, tree[0]?.row ?? 0), kind, at: -nearness };
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

/** Returns a place for each character of a shape, which tells the number of children of each, breadth first. */
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
  // Branch by branch, each leaf takes a row; a branch stands in the middle of its own.
  let rows = 0;
  const place = (at: number): number => {
    const own = tree.flatMap(({ parent }, child) => (child > 0 && parent === at ? [place(child)] : []));
    const row = own.length > 0 ? ((own.at(0) ?? 0) + (own.at(-1) ?? 0)) / 2 : rows++;
    const branch = tree[at];
    if (branch) branch.row = row;
    return row;
  };
  if (tree.length === 0) tree.push({ column: 0, row: 0, parent: 0, children: 0, drawn: 0 });
  place(0);
  return tree;
}
