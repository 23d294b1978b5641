import { truncate } from '../lib/truncate.ts';
import type { Look } from './look.ts';
import type { NodeData } from './model.ts';

/** The texts of a node; the centre and the radius of its circle, in pixels. */
type Drawn = Pick<NodeData, 'label' | 'tags'> & { x: number; y: number; size: number };
type Emphasis = {
  /** Drawn in bold, even over other labels. */
  isActive: boolean;
  /** The opacity, from 0 to 1. */
  strength: number;
};

const LETTERS = 10;
const TAGS = 2;
const TEXT_PX = 14;
const TAGS_PX = 12;
const PADDING = 3;

/** Returns the label below a node: the beginning of its text, and in a second line those of its first tags. */
export function labelOf(text: string, tags: readonly string[]): { text: string; tags: string } {
  const cutTags = tags.slice(0, TAGS).map((tag) => truncate(tag, LETTERS));
  return { text: truncate(text, LETTERS), tags: cutTags.join(' · ') };
}

type Rectangle = { left: number; right: number; top: number; bottom: number };

/** The space that labels occupy in a picture, so that no others are drawn over them. */
export class OccupiedSpace {
  #occupied: Rectangle[] = [];

  clear(): void {
    this.#occupied = [];
  }

  /** Occupies the rectangle unless a part of it is occupied; returns whether it did. */
  occupy(rectangle: Rectangle): boolean {
    const isOccupied = this.#occupied.some(
      ({ left, right, top, bottom }) =>
        rectangle.left < right && rectangle.right > left && rectangle.top < bottom && rectangle.bottom > top,
    );
    if (!isOccupied) this.#occupied.push(rectangle);
    return !isOccupied;
  }
}

export type LabelPainter = ReturnType<typeof createLabelPainter>;

/** Returns a function that draws the label of a node below it if there is room; `hasPlate` draws a background first. */
export function createLabelPainter({ paper, ink, quiet, serif, sans }: Look, space: OccupiedSpace, hasPlate: boolean) {
  const labels = new Map<string, ReturnType<typeof labelOf> & { width: number }>();
  const fonts = (isActive: boolean) => [`${isActive ? 600 : 400} ${TEXT_PX}px ${serif}`, `400 ${TAGS_PX}px ${sans}`];
  const measured = (context: CanvasRenderingContext2D, whole: string, tags: readonly string[]) => {
    const name = JSON.stringify([whole, ...tags.slice(0, TAGS)]);
    const known = labels.get(name);
    if (known) return known;
    const label = labelOf(whole, tags);
    const widths = fonts(true).map((font, index) => {
      context.font = font;
      return context.measureText(index === 0 ? label.text : label.tags).width;
    });
    const made = { ...label, width: Math.max(...widths) + 2 * PADDING };
    labels.set(name, made);
    return made;
  };
  return (context: CanvasRenderingContext2D, { label, tags, x, y, size }: Drawn, { isActive, strength }: Emphasis) => {
    const words = measured(context, label, tags);
    const top = y + size + 6;
    const bottom = top + TEXT_PX + 4 + (words.tags === '' ? 0 : TAGS_PX + 4);
    const hasRoom = space.occupy({ left: x - words.width / 2, right: x + words.width / 2, top, bottom });
    if (!hasRoom && !isActive) return;
    const [textFont = '', tagsFont = ''] = fonts(isActive);
    // A background, because lines behind the text would make it hard to read.
    context.globalAlpha = isActive ? 1 : 0.85;
    context.fillStyle = paper;
    if (hasPlate || isActive) context.fillRect(x - words.width / 2, top, words.width, bottom - top);
    context.globalAlpha = strength;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.fillStyle = ink;
    context.font = textFont;
    context.fillText(words.text, x, top + 1);
    context.fillStyle = quiet;
    context.font = tagsFont;
    context.fillText(words.tags, x, top + TEXT_PX + 5);
    context.globalAlpha = 1;
  };
}
