import { isolated } from '../lib/format.ts';
import { truncate } from '../lib/truncate.ts';
import type { Look } from './look.ts';
import type { NodeData } from './model.ts';

/** The texts of a node; the centre and the radius of its circle, in pixels. */
type Drawn = Pick<NodeData, 'label' | 'tags'> & { x: number; y: number; size: number };

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

/** A line of a label, with the size of its letters in pixels, and its place. */
type Line = { words: string; px: number; place: Rectangle };
/** A label and its place in a picture; its lines are centred on `x`. */
export type PlacedLabel = { x: number; text: Line; tags: Line | undefined };
type Fonts = Pick<Look, 'serif' | 'sans'>;

export type LabelPlacer = ReturnType<typeof createLabelPlacer>;

/**
 * Returns a function that places the label of a node below it if there is room: not over other labels, and not where
 * `isOnDot` says that another node is; without the tags if only their line would be. The label of the active node is
 * placed in any case. `context` measures the words.
 */
export function createLabelPlacer(fonts: Fonts, space: OccupiedSpace) {
  const labels = new Map<string, ReturnType<typeof labelOf> & { widths: { text: number; tags: number } }>();
  const measured = (context: CanvasRenderingContext2D, whole: string, allTags: readonly string[]) => {
    const name = JSON.stringify([whole, ...allTags.slice(0, TAGS)]);
    const known = labels.get(name);
    if (known) return known;
    const label = labelOf(whole, allTags);
    const { text, tags } = fontsOf(fonts, true);
    const widthOf = (words: string, font: string) => {
      context.font = font;
      return context.measureText(words).width + 2 * PADDING;
    };
    const made = { ...label, widths: { text: widthOf(label.text, text), tags: widthOf(label.tags, tags) } };
    labels.set(name, made);
    return made;
  };
  return (
    context: CanvasRenderingContext2D,
    { label, tags: allTags, x, y, size }: Drawn,
    isActive: boolean,
    isOnDot: (line: Rectangle) => boolean,
  ): PlacedLabel | undefined => {
    const { widths, ...words } = measured(context, label, allTags);
    const lineAt = (top: number, kind: 'text' | 'tags', px: number): Line => ({
      words: words[kind],
      px,
      place: { left: x - widths[kind] / 2, right: x + widths[kind] / 2, top, bottom: top + px + 4 },
    });
    const text = lineAt(y + size + 6, 'text', TEXT_PX);
    const below = lineAt(text.place.bottom, 'tags', TAGS_PX);
    const tags = words.tags !== '' && (isActive || !isOnDot(below.place)) ? below : undefined;
    const hasRoom = (isActive || !isOnDot(text.place)) && space.occupy(placeOf({ text, tags }));
    return hasRoom || isActive ? { x, text, tags } : undefined;
  };
}

type LabelLook = {
  /** Draws it in bold on a background. */
  isActive: boolean;
  /** Draws it on a background. */
  hasPlate: boolean;
  /** The opacity, from 0 to 1. */
  strength: number;
};

/** Draws a label at its place. */
export function paintLabel(
  context: CanvasRenderingContext2D,
  label: PlacedLabel,
  look: Look,
  { isActive, hasPlate, strength }: LabelLook,
): void {
  const { x, text, tags } = label;
  const { left, right, top, bottom } = placeOf(label);
  const fonts = fontsOf(look, isActive);
  // A background, because lines behind the text would make it hard to read.
  context.globalAlpha = isActive ? 1 : 0.85;
  context.fillStyle = look.paper;
  if (hasPlate || isActive) context.fillRect(left, top, right - left, bottom - top);
  context.globalAlpha = strength;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillStyle = look.ink;
  context.font = fonts.text;
  // Isolated, so that the ellipsis of an Arabic text is at its end.
  context.fillText(isolated(text.words), x, text.place.top + 1);
  context.fillStyle = look.quiet;
  context.font = fonts.tags;
  if (tags) context.fillText(isolated(tags.words), x, tags.place.top + 1);
  context.globalAlpha = 1;
}

function fontsOf({ serif, sans }: Fonts, isActive: boolean): { text: string; tags: string } {
  return { text: `${isActive ? 600 : 400} ${TEXT_PX}px ${serif}`, tags: `400 ${TAGS_PX}px ${sans}` };
}

/** The rectangle around all lines of a label. */
function placeOf({ text: { place }, tags }: Pick<PlacedLabel, 'text' | 'tags'>): Rectangle {
  if (!tags) return place;
  const { left, right, bottom } = tags.place;
  return { left: Math.min(place.left, left), right: Math.max(place.right, right), top: place.top, bottom };
}
