import { truncate } from '../lib/truncate.ts';
import type { Look } from './look.ts';
import type { NodeData } from './model.ts';

/** The words of a node; the middle and the radius of its dot, in pixels. */
type Drawn = Pick<NodeData, 'label' | 'tags'> & { x: number; y: number; size: number };
type Emphasis = {
  /** Drawn in bold, and also where other words are. */
  isActive: boolean;
  /** From 0 to 1. */
  strength: number;
};

const LETTERS = 10;
const TAGS = 2;
const TEXT_PX = 14;
const TAGS_PX = 12;
const PADDING = 3;

/** Returns the beginning of a text as it stands below a dot, and below that the beginnings of its first tags. */
export function labelOf(text: string, tags: readonly string[]): { text: string; tags: string } {
  const cutTags = tags.slice(0, TAGS).map((tag) => truncate(tag, LETTERS));
  return { text: truncate(text, LETTERS), tags: cutTags.join(' · ') };
}

type Rectangle = { left: number; right: number; top: number; bottom: number };

/** Where words stand in a picture, so that no others are written over them. */
export class TakenSpace {
  #taken: Rectangle[] = [];

  clear(): void {
    this.#taken = [];
  }

  /** Takes the rectangle, unless part of it is taken; answers whether it did. */
  take(wanted: Rectangle): boolean {
    const isTaken = this.#taken.some(
      ({ left, right, top, bottom }) =>
        wanted.left < right && wanted.right > left && wanted.top < bottom && wanted.bottom > top,
    );
    if (!isTaken) this.#taken.push(wanted);
    return !isTaken;
  }
}

export type LabelPainter = ReturnType<typeof createLabelPainter>;

/** Returns a function that writes the label of a node below its dot, where there is room for it; `hasPlate` lays a piece of paper below. */
export function createLabelPainter({ paper, ink, quiet, serif, sans }: Look, space: TakenSpace, hasPlate: boolean) {
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
    const hasRoom = space.take({ left: x - words.width / 2, right: x + words.width / 2, top, bottom });
    if (!hasRoom && !isActive) return;
    const [textFont = '', tagsFont = ''] = fonts(isActive);
    // Lines that pass below the words would make them hard to read.
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
