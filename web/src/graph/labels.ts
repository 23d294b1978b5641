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

/** A part of a picture, in pixels. */
export type Rectangle = { left: number; right: number; top: number; bottom: number };

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

/**
 * Returns a function that draws the label of a node below it if there is room: not over other labels, and not where
 * `isOnDot` says that another node is; without the tags if only their line would be. `hasPlate` draws a background first.
 */
export function createLabelPainter({ paper, ink, quiet, serif, sans }: Look, space: OccupiedSpace, hasPlate: boolean) {
  const labels = new Map<string, ReturnType<typeof labelOf> & { widths: { text: number; tags: number } }>();
  const fontsOf = (isActive: boolean) => ({
    text: `${isActive ? 600 : 400} ${TEXT_PX}px ${serif}`,
    tags: `400 ${TAGS_PX}px ${sans}`,
  });
  const measured = (context: CanvasRenderingContext2D, whole: string, allTags: readonly string[]) => {
    const name = JSON.stringify([whole, ...allTags.slice(0, TAGS)]);
    const known = labels.get(name);
    if (known) return known;
    const label = labelOf(whole, allTags);
    const fonts = fontsOf(true);
    const widthOf = (line: 'text' | 'tags') => {
      context.font = fonts[line];
      return context.measureText(label[line]).width + 2 * PADDING;
    };
    const made = { ...label, widths: { text: widthOf('text'), tags: widthOf('tags') } };
    labels.set(name, made);
    return made;
  };
  return (
    context: CanvasRenderingContext2D,
    { label, tags, x, y, size }: Drawn,
    { isActive, strength }: Emphasis,
    isOnDot: (line: Rectangle) => boolean,
  ) => {
    const words = measured(context, label, tags);
    const line = (width: number, top: number, height: number): Rectangle => ({
      ...{ left: x - width / 2, right: x + width / 2 },
      ...{ top, bottom: top + height },
    });
    const textLine = line(words.widths.text, y + size + 6, TEXT_PX + 4);
    const tagsLine = line(words.widths.tags, textLine.bottom, TAGS_PX + 4);
    const hasTags = words.tags !== '' && (isActive || !isOnDot(tagsLine));
    const whole = hasTags
      ? {
          ...{ left: Math.min(textLine.left, tagsLine.left), right: Math.max(textLine.right, tagsLine.right) },
          ...{ top: textLine.top, bottom: tagsLine.bottom },
        }
      : textLine;
    const hasRoom = (isActive || !isOnDot(textLine)) && space.occupy(whole);
    if (!hasRoom && !isActive) return;
    const fonts = fontsOf(isActive);
    // A background, because lines behind the text would make it hard to read.
    context.globalAlpha = isActive ? 1 : 0.85;
    context.fillStyle = paper;
    if (hasPlate || isActive) {
      context.fillRect(whole.left, whole.top, whole.right - whole.left, whole.bottom - whole.top);
    }
    context.globalAlpha = strength;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    context.fillStyle = ink;
    context.font = fonts.text;
    context.fillText(words.text, x, textLine.top + 1);
    if (hasTags) {
      context.fillStyle = quiet;
      context.font = fonts.tags;
      context.fillText(words.tags, x, tagsLine.top + 1);
    }
    context.globalAlpha = 1;
  };
}
