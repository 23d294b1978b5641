import type { Hull } from './hulls.ts';

/** How a graph is scaled: one unit to one pixel, or, with `fit`, all of it into the window. */
export type Frame = {
  fit: boolean;
  /** The smallest and the largest zoom; at 1 one unit is one pixel or, with `fit`, the whole graph is visible. */
  zoom: readonly [number, number];
};

/** What is highlighted in a graph, and what is hidden. */
export type Display = {
  /** The node that is pointed at or has the focus. */
  active?: string | undefined;
  /** The node the picture is about. */
  root?: string | undefined;
  /** The nodes that match a search; all others are faded. */
  matches?: ReadonlySet<string> | undefined;
  /** Later nodes are hidden; in milliseconds since 1970. */
  until?: number | undefined;
  hulls?: readonly Hull[] | undefined;
};
