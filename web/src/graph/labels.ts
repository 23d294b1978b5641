import type { Look } from './look.ts';
import type { NodeData } from './model.ts';

type Drawn = Pick<NodeData, 'tags'> & { label: string | null; x: number; y: number; size: number };

const TEXT_PX = 14;
const TAGS_PX = 12;
const PADDING = 3;

/** Returns a function that writes the beginning of a text below its dot, and its tags below that; fainter below a strength of 1. */
export function createLabelPainter({ paper, ink, quiet, serif, sans }: Look) {
  return (
    context: CanvasRenderingContext2D,
    { label, tags, x, y, size }: Drawn,
    isStrong: boolean,
    strength: number,
  ): void => {
    if (label === null) return;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    const write = (text: string, font: string, colour: string, top: number, height: number) => {
      context.font = font;
      const width = context.measureText(text).width + 2 * PADDING;
      // Lines that pass below the words would make them hard to read.
      context.globalAlpha = 0.85;
      context.fillStyle = paper;
      context.fillRect(x - width / 2, top - 1, width, height + 2);
      context.globalAlpha = strength;
      context.fillStyle = colour;
      context.fillText(text, x, top);
      context.globalAlpha = 1;
    };
    const top = y + size + 7;
    write(label, `${isStrong ? 600 : 400} ${TEXT_PX}px ${serif}`, ink, top, TEXT_PX);
    if (tags.length > 0) write(tags.join(' · '), `400 ${TAGS_PX}px ${sans}`, quiet, top + TEXT_PX + 4, TAGS_PX);
  };
}
