import { webAddress } from '../lib/links.ts';
import type { TextRange } from './marked-text.tsx';
import { mayHaveMarkdown } from './text-rendering.ts';

type Marked = { text: string; marks: TextRange[] };
type Run = { sign: string; start: number; end: number };

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
  return withoutSigns(text, []).text;
}

/**
 * `text` without Markdown markup, with `marks` moved accordingly; marks that become empty are dropped. With
 * `keepsLayout` fences, lists, quotes and links keep their markup, which is readable as it is.
 */
export function withoutSigns(text: string, marks: readonly TextRange[], keepsLayout = false): Marked {
  const signs = mayHaveMarkdown(text) ? signsOf(text, keepsLayout) : [];
  if (signs.length === 0) return { text, marks: [...marks] };
  let plain = '';
  let end = 0;
  for (const sign of signs) {
    plain += text.slice(end, sign.start);
    end = sign.end;
  }
  return { text: plain + text.slice(end), marks: moved(marks, signs) };
}

/** The ranges of the markup in `text`, in order and without overlaps. */
function signsOf(text: string, keepsLayout: boolean): TextRange[] {
  const signs: TextRange[] = [];
  const open: Run[] = [];
  const take = (start: number, end: number) => signs.push({ start, end });
  token.lastIndex = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: whole, index: start, groups = {} } = found;
    const end = start + whole.length;
    const isLayout = [groups.fence, groups.opening, groups.address, groups.link].some((group) => group !== undefined);
    if (groups.bare !== undefined || (keepsLayout && isLayout)) continue;
    if (groups.gap !== undefined) open.length = 0;
    else if (groups.run !== undefined) pair(text, { sign: whole.charAt(0), start, end }, open, take);
    else if (groups.code !== undefined || groups.address !== undefined) {
      take(start, start + 1);
      take(end - 1, end);
    } else if (groups.link !== undefined) {
      if (webAddress(groups.href ?? '') === undefined) continue;
      const labelEnd = start + 1 + (groups.label ?? '').length;
      take(start, start + 1);
      take(labelEnd, end);
    } else {
      take(start, end);
      // An escaped character is not markup.
      if (groups.escape !== undefined) token.lastIndex = end + 1;
    }
  }
  return signs.sort((one, other) => one.start - other.start);
}

/** Lets `run` close matching runs in `open` and takes both as markup; what remains of it is added to `open`. */
function pair(text: string, run: Run, open: Run[], take: (start: number, end: number) => void): void {
  const isWord = run.sign === '_' ? /[\p{L}\p{N}]/u : /(?!)/;
  const [before, after] = [text.charAt(run.start - 1), text.charAt(run.end)];
  const canClose = /\S/.test(before) && !isWord.test(after);
  const canOpen = /\S/.test(after) && !isWord.test(before);
  let { start } = run;
  while (canClose && start < run.end) {
    const at = open.findLastIndex(({ sign }) => sign === run.sign);
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

/** `marks` at their positions after `signs` are removed. */
function moved(marks: readonly TextRange[], signs: readonly TextRange[]): TextRange[] {
  const at = (index: number) =>
    signs.reduce((left, { start, end }) => left - Math.max(0, Math.min(index, end) - start), index);
  return marks
    .map((mark) => ({ ...mark, start: at(mark.start), end: at(mark.end) }))
    .filter(({ start, end }) => end > start);
}
