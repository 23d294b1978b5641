import type Sigma from 'sigma';
import { type DropTarget, isSameTarget } from './drop-target.ts';
import type { EdgeData, NodeData, Point } from './model.ts';

/** A node that is being dragged, the start and position of the pointer, and the drop target below it. */
type Drag = { node: string; from: Point; at: Point; target: DropTarget | undefined; isRefused: boolean };

type Calls = {
  /** The drop target at a point while `node` is dragged. */
  targetAt: (at: Point, node: string) => DropTarget | undefined;
  /** Called when a node is dragged over another target; returns true if dropping it there would be refused. */
  onDrag: (node: string, target: DropTarget | undefined) => boolean;
  onDrop: (node: string, target: DropTarget) => void;
};

/** Shorter moves of the pointer count as a click. */
const MIN_DRAG_PX = 6;

/** What ends a drag without a drop: a cancelled touch, or a move that shows that the button was released elsewhere. */
const withoutDrop: readonly string[] = ['touchcancel', 'mousemove'];

/** Lets nodes be dragged onto other nodes and links, while it is switched on. */
export class LinkDrag {
  #isOn = false;
  #drag: Drag | undefined;
  /** True from the end of a drag until a node is pressed again, so that the click event of the drag can be ignored. */
  hasDragged = false;

  constructor(sigma: Sigma<NodeData, EdgeData>, { targetAt, onDrag, onDrop }: Calls) {
    sigma.on('downNode', ({ node, event: { x, y, original } }) => {
      this.hasDragged = false;
      // Sigma does not report when another button is released.
      const isLeft = !('button' in original) || original.button === 0;
      if (this.#isOn && isLeft)
        this.#drag = { node, from: { x, y }, at: { x, y }, target: undefined, isRefused: false };
    });
    sigma.on('moveBody', ({ event, preventSigmaDefault }) => {
      const mouse = sigma.getMouseCaptor();
      // Sigma does not notice a release outside of the window.
      if (mouse.isMouseDown && 'buttons' in event.original && event.original.buttons % 2 === 0)
        mouse.handleUp(event.original);
      const drag = this.#drag;
      if (!drag) return;
      // Do not move the picture.
      preventSigmaDefault();
      event.original.preventDefault();
      const at = { x: event.x, y: event.y };
      const target = targetAt(at, drag.node);
      const isRefused = isSameTarget(target, drag.target) ? drag.isRefused : onDrag(drag.node, target);
      this.#drag = { ...drag, at, target, isRefused };
      sigma.scheduleRender();
    });
    const end = ({ event: { original } }: { event: { original: Event } }) => {
      const drag = this.#drag;
      this.#drag = undefined;
      if (!drag || !isMoved(drag)) return;
      this.hasDragged = true;
      if (drag.target !== undefined && !withoutDrop.includes(original.type)) onDrop(drag.node, drag.target);
      sigma.scheduleRender();
    };
    sigma.on('upNode', end);
    sigma.on('upStage', end);
  }

  /** True while nodes can be dragged. */
  get isAllowed(): boolean {
    return this.#isOn;
  }

  /** Switches dragging on or off. */
  allow(isOn: boolean): void {
    this.#isOn = isOn;
    this.#drag = undefined;
  }

  /** Draws the links that a drop would create, dashed if it would be refused. */
  paint(context: CanvasRenderingContext2D, locate: (node: string) => Point | undefined, colour: string): void {
    if (!this.#drag) return;
    const { node, at, target, isRefused } = this.#drag;
    const ends = target?.child === undefined ? [node] : [target.parent, target.child];
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.setLineDash(isRefused ? [3, 6] : []);
    context.beginPath();
    for (const end of ends.flatMap((name) => locate(name) ?? [])) {
      context.moveTo(end.x, end.y);
      context.lineTo(at.x, at.y);
    }
    context.stroke();
    context.setLineDash([]);
    if (target === undefined) return;
    context.beginPath();
    context.arc(at.x, at.y, 18, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** True if the pointer has moved far enough for a drag. */
function isMoved({ from, at }: Drag): boolean {
  return Math.hypot(at.x - from.x, at.y - from.y) > MIN_DRAG_PX;
}
