import { webAddress } from '../lib/links.ts';
import type { TextRange } from './marked-text.tsx';
import { mayHaveMarkdown } from './text-rendering.ts';

type HighlightedText = { text: string; highlights: TextRange[] };
type Run = { character: string; start: number; end: number };

/** Fences, headings, list and quote markers, escapes, code, addresses, links, emphasis and paragraph breaks. */
const token = new RegExp(
  [
    String.raw`(?<fence>^ {0,3}(?:\x60{3,}|~{3,}).*$)`,
    String.raw`(?<heading>^ {0,3}#{1,6}[ \t]+)`,
    String.raw`(?<opening>^[ \t]*(?:(?:>|[-+*](?=[ \t])|#{1,6}(?=[ \t]))[ \t]*)+)`,
    String.raw`(?<escape>\\(?=[!-/:-@[-\x60{-~]))`,
    String.raw`(?<code>\x60[^\x60\n]+\x60)`,
    String.raw`(?<address><https?:[^\s<>]+>)`,
    String.raw`(?<bare>https?:[^\s<>*]+)`,
    String.raw`(?<link>(?<!!)\[(?<label>[^[\]\n]+)\]\((?<href>[^\s()]+)\))`,
    String.raw`(?<run>\*+|_+)`,
    String.raw`(?<gap>\n[ \t]*\n)`,
  ].join('|'),
  'gm',
);

/** `text` without Markdown markup, for short extracts; unchanged if the person wants texts as written. */
export function plainText(text: string): string {
  return withoutMarkup(text, []).text;
}

/**
 * `text` without Markdown markup, with `highlights` moved accordingly; highlights that become empty are dropped. With
 * `keepsLayout` fences, lists, quotes and links keep their markup, which is readable as it is.
 */
export function withoutMarkup(text: string, highlights: readonly TextRange[], keepsLayout = false): HighlightedText {
  const markup = mayHaveMarkdown(text) ? markupIn(text, keepsLayout) : [];
  if (markup.length === 0) return { text, highlights: [...highlights] };
  let plain = '';
  let end = 0;
  for (const part of markup) {
    plain += text.slice(end, part.start);
    end = part.end;
  }
  return { text: plain + text.slice(end), highlights: moved(highlights, markup) };
}

/** The ranges of the markup in `text`, in order and without overlaps. */
function markupIn(text: string, keepsLayout: boolean): TextRange[] {
  const markup: TextRange[] = [];
  const open: Run[] = [];
  const take = (start: number, end: number) => markup.push({ start, end });
  token.lastIndex = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: whole, index: start, groups = {} } = found;
    const end = start + whole.length;
    const isLayout = [groups.opening, groups.address, groups.link].some((group) => group !== undefined);
    if (groups.bare !== undefined || (keepsLayout && isLayout)) continue;
    if (groups.gap !== undefined) open.length = 0;
    else if (groups.run !== undefined) pair(text, { character: whole.charAt(0), start, end }, open, take);
    else if (groups.code !== undefined || groups.address !== undefined) {
      take(start, start + 1);
      take(end - 1, end);
    } else if (groups.link !== undefined) {
      if (webAddress(groups.href ?? '') === undefined) continue;
      const labelEnd = start + 1 + (groups.label ?? '').length;
      take(start, start + 1);
      take(labelEnd, end);
    } else if (groups.fence !== undefined && keepsLayout) {
      // With its line break, or the one before it at the end of the text.
      if (end < text.length) take(start, end + 1);
      else take(Math.max(0, start - 1), end);
    } else {
      take(start, end);
      // An escaped character is not markup.
      if (groups.escape !== undefined) token.lastIndex = end + 1;
    }
  }
  return markup.sort((one, other) => one.start - other.start);
}

/** Lets `run` close matching runs in `open` and takes both as markup; what remains of it is added to `open`. */
function pair(text: string, run: Run, open: Run[], take: (start: number, end: number) => void): void {
  const isWord = run.character === '_' ? /[\p{L}\p{N}]/u : /(?!)/;
  const [before, after] = [text.charAt(run.start - 1), text.charAt(run.end)];
  const canClose = /\S/.test(before) && !isWord.test(after);
  const canOpen = /\S/.test(after) && !isWord.test(before);
  let { start } = run;
  while (canClose && start < run.end) {
    const at = open.findLastIndex(({ character }) => character === run.character);
    const opener = open[at];
    if (!opener) break;
    const length = Math.min(opener.end - opener.start, run.end - start);
    take(opener.end - length, opener.end);
    take(start, start + length);
    start += length;
    // Runs opened after it stay unclosed.
    open.length = at;
    if (opener.end - length > opener.start) open.push({ ...opener, end: opener.end - length });
  }
  if (canOpen && start < run.end) open.push({ ...run, start });
}

/** `highlights` at their positions after `markup` is removed. */
function moved(highlights: readonly TextRange[], markup: readonly TextRange[]): TextRange[] {
  const at = (index: number) =>
    markup.reduce((left, { start, end }) => left - Math.max(0, Math.min(index, end) - start), index);
  return highlights
    .map((highlight) => ({ ...highlight, start: at(highlight.start), end: at(highlight.end) }))
    .filter(({ start, end }) => end > start);
}
