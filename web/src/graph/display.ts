import type { Hull } from './hulls.ts';

/** How a graph is shown: one unit as one pixel, or all of it in the window. */
export type Frame = {
  fit: boolean;
  /** The smallest and the largest zoom; at 1 one unit is one pixel, or all of it is in the window. */
  zoom: readonly [number, number];
};

/** What stands out in a graph, and what is left out of it. */
export type Display = {
  /** The node that is pointed at or has the focus. */
  active?: string | undefined;
  /** The node the picture is about. */
  root?: string | undefined;
  /** Nodes that are looked for; all others fade. */
  matches?: ReadonlySet<string> | undefined;
  /** Later nodes are left out. */
  until?: number | undefined;
  hulls?: readonly Hull[] | undefined;
};
