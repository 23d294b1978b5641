import type { Point } from './model.ts';

/** A node that is being dragged, where the pointer is, and the node below it. */
export type Drag = { node: string; from: Point; at: Point; target: string | undefined; isRefused: boolean };

/** Shorter ways are those of a click. */
const LEAST_PX = 6;

/** True when the pointer has moved far enough to mean it. */
export function isMoved({ from, at }: Drag): boolean {
  return Math.hypot(at.x - from.x, at.y - from.y) > LEAST_PX;
}

/** Draws the link that dropping would make; broken where it would be refused. */
export function paintDrag(
  context: CanvasRenderingContext2D,
  { at, target, isRefused }: Drag,
  from: Point,
  colour: string,
) {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.setLineDash(isRefused ? [3, 6] : []);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(at.x, at.y);
  context.stroke();
  context.setLineDash([]);
  if (target === undefined) return;
  context.beginPath();
  context.arc(at.x, at.y, 18, 0, 2 * Math.PI);
  context.stroke();
}
