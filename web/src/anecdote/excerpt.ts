import { endOfCharacter, endOfWord } from '../lib/truncate.ts';
import type { TextRange } from './marked-text.tsx';
import { withoutMarkup } from './plain-text.ts';

export type Excerpt = { text: string; highlights: TextRange[] };

/** The number of characters shown before the first highlight. */
const BEFORE = 30;

/**
 * About `length` characters of `written` on one line and without Markdown markup, around the first of `matches`,
 * with an ellipsis where text was cut off, between words where there are spaces.
 */
export function excerptOf(written: string, matches: readonly TextRange[], length: number): Excerpt {
  const { text, highlights } = withoutMarkup(written, matches);
  // Replaces each whitespace character by one space, so that the highlights stay valid.
  const line = text.replace(/\s/g, ' ').trimEnd();
  const [first] = highlights;
  const latest = Math.max(0, line.length - length);
  const from = first && first.end > length ? startOfWord(line, Math.min(latest, first.start - BEFORE)) : 0;
  const end = endOfCharacter(line, from + length);
  const word = end < line.length ? endOfWord(line, end) : end;
  const to = word > (first?.end ?? 0) ? word : end;
  const before = from > 0 ? '…' : '';
  const moved = before.length - from;
  return {
    text: before + (to < line.length ? line.slice(from, to).replace(/[\s,;:]*$/, '…') : line.slice(from)),
    highlights: highlights
      .filter(({ start, end }) => end > from && start < to)
      .map(({ start, end }) => ({ start: Math.max(from, start) + moved, end: Math.min(to, end) + moved })),
  };
}

function startOfWord(line: string, at: number): number {
  const space = line.indexOf(' ', at);
  return space >= 0 && space - at < BEFORE ? space + 1 : endOfCharacter(line, at);
}
