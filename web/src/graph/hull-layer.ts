import { type HullContent, paintHulls, type View } from './hulls.ts';

/** A picture that has not moved for so long rests. */
const REST_MS = 120;

/** The canvas with the soft shapes. The browser moves it along with the picture; it is painted anew when that rests. */
export class HullLayer {
  readonly #canvas: HTMLCanvasElement;
  #painted: { view: View; content: HullContent } | undefined;
  #rest = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    canvas.style.transformOrigin = '0 0';
  }

  /** Makes room for a picture of that size, in pixels of the page. */
  resize(width: number, height: number): void {
    this.#canvas.width = width * devicePixelRatio;
    this.#canvas.height = height * devicePixelRatio;
    this.#painted = undefined;
  }

  /** Shows the shapes as they are in `view`; what they look like between two paintings is stretched. */
  show(view: View, content: HullContent): void {
    clearTimeout(this.#rest);
    const before = this.#painted;
    if (!before || !isSame(before.content, content)) {
      this.#paint(view, content);
      return;
    }
    const scale = view.scale / before.view.scale;
    const [x, y] = [view.x - before.view.x * scale, view.y - before.view.y * scale];
    this.#canvas.style.transform = `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
    const isMoved = scale !== 1 || x !== 0 || y !== 0;
    if (isMoved) this.#rest = window.setTimeout(() => this.#paint(view, content), REST_MS);
  }

  end(): void {
    clearTimeout(this.#rest);
  }

  #paint(view: View, content: HullContent): void {
    const context = this.#canvas.getContext('2d');
    if (context) paintHulls(context, content, view, devicePixelRatio);
    this.#canvas.style.transform = '';
    this.#painted = { view, content };
  }
}

function isSame(one: HullContent, other: HullContent): boolean {
  return one.hulls === other.hulls && one.look === other.look && one.until === other.until;
}
