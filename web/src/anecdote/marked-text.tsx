import type { ReactNode } from 'react';
import { linkParts, type TextPart } from '../lib/links.ts';
import type { Highlight } from './search.ts';

/** A part of a text, counted in UTF-16 code units. */
export type TextRange = Readonly<{ start: number; end: number }>;

/** The `highlights` in `field`; for tags, those in the tag at `index`. */
export function highlightsIn(highlights: readonly Highlight[], field: Highlight['field'], index?: number): Highlight[] {
  return highlights.filter((each) => each.field === field && each.index === index);
}

type MarkedTextProps = {
  text: string;
  /** The index of `text` in the text that the highlights refer to. */
  start?: number;
  /** The search matches, in order and without overlaps. */
  highlights?: readonly TextRange[] | undefined;
  /** False inside a clickable element, and when the person wants texts as written. */
  linked: boolean;
};

/** A text as written, with web addresses as links and search matches marked. */
export function MarkedText({ text, start = 0, highlights = [], linked }: MarkedTextProps) {
  const parts: TextPart[] = linked ? linkParts(text) : [{ text, start: 0 }];
  return parts.map((part) => {
    const at = start + part.start;
    const content = marked(part.text, at, highlights);
    return part.href === undefined ? (
      content
    ) : (
      <WebLink key={at} href={part.href}>
        {content}
      </WebLink>
    );
  });
}

/** A link out of the app: opens a new tab, without referrer or access to this one. */
export function WebLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** `text`, which begins at `start`, with the `highlights` that lie in it. */
function marked(text: string, start: number, highlights: readonly TextRange[]): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const highlight of highlights) {
    const [from, to] = [Math.max(end, highlight.start - start), Math.min(text.length, highlight.end - start)];
    if (from >= to) continue;
    pieces.push(text.slice(end, from), <mark key={start + from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  return [...pieces, text.slice(end)];
}
