import { type HullContent, paintHulls, type View } from './hulls.ts';

/** How long the picture must not move before the hulls are repainted. */
const REST_MS = 120;

/** The canvas with the hulls. A CSS transform moves it along with the picture; it is repainted when that rests. */
export class HullLayer {
  readonly #canvas: HTMLCanvasElement;
  #painted: { view: View; content: HullContent } | undefined;
  #rest = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    canvas.style.transformOrigin = '0 0';
  }

  /** Sets the size of the picture, in CSS pixels. */
  resize(width: number, height: number): void {
    this.#canvas.width = width * devicePixelRatio;
    this.#canvas.height = height * devicePixelRatio;
    this.#painted = undefined;
  }

  /** Shows the hulls in `view`; between two paintings the last one is stretched. */
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
