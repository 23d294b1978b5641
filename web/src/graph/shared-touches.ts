import type Sigma from 'sigma';
import type { EdgeData, NodeData, Point } from './model.ts';

/** Shares touches between a picture and its page: one finger scrolls the page, two move and zoom the picture. */
export class SharedTouches {
  /** False if the picture fills the whole window; one finger moves it then. */
  isInPage = true;

  /** `takes` returns whether the picture handles a single finger that starts at a given point. */
  constructor(sigma: Sigma<NodeData, EdgeData>, takes: (at: Point) => boolean) {
    const captor = sigma.getTouchCaptor();
    const container = sigma.getContainer();
    const { mouse } = sigma.getCanvases();
    if (mouse) mouse.style.touchAction = 'pan-x pan-y';
    const start = ({ targetTouches: [first, second] }: TouchEvent) => {
      const { x, y } = container.getBoundingClientRect();
      const isTaken = () => first !== undefined && takes({ x: first.clientX - x, y: first.clientY - y });
      captor.enabled = second !== undefined || !this.isInPage || isTaken();
    };
    // In the capture phase, before the listener of sigma.
    container.addEventListener('touchstart', start, { capture: true, passive: true });
    // Elements around the picture get only the touches that scroll the page.
    container.addEventListener('touchstart', (event) => captor.enabled && event.stopPropagation(), { passive: true });
    captor.on('touchmove', ({ touches, previousTouches, preventSigmaDefault }) => {
      const [one, other] = touches;
      const [oneBefore, otherBefore] = previousTouches;
      if (!one || !other) return;
      // Sigma would also rotate the picture.
      preventSigmaDefault();
      if (oneBefore && otherBefore) follow(sigma, [oneBefore, otherBefore], [one, other]);
    });
  }
}

type Fingers = readonly [Point, Point];

/** Moves and zooms the picture so that the point between two fingers stays between them. */
function follow(sigma: Sigma<NodeData, EdgeData>, before: Fingers, after: Fingers): void {
  const camera = sigma.getCamera();
  const ratio = camera.getBoundedRatio((camera.ratio * distanceOf(before)) / Math.max(1, distanceOf(after)));
  const cameraState = { ...camera.getState(), ratio };
  const from = sigma.viewportToFramedGraph(middleOf(before));
  const to = sigma.viewportToFramedGraph(middleOf(after), { cameraState });
  camera.setState({ ratio, x: cameraState.x + from.x - to.x, y: cameraState.y + from.y - to.y });
}

function distanceOf([one, other]: Fingers): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middleOf([one, other]: Fingers): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
