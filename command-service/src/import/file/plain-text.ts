import { type Found, foundEntry, withLeftOut } from './found.ts';
import { cleaned, cleanedTags, hashTags } from './texts.ts';
import { instantAtStart } from './zoned.ts';

/**
 * The anecdotes in a plain text, one per paragraph or, if there are no blank lines, one per line. One that begins with
 * a date has that time; any other has the time `now`, and is recognised by its text in later imports.
 */
export function plainText(text: string, { timeZone, now }: { timeZone: string; now: string }): Found[] {
  const lines = cleaned(text).split('\n');
  const hasParagraphs = lines.some((line) => line.trim() === '');
  const parts: { at: number; text: string }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === '';
    if (isBlank || !hasParagraphs || !isOpen) {
      if (!isBlank) parts.push({ at: index + 1, text: line });
    } else {
      const last = parts.at(-1);
      if (last) last.text += `\n${line}`;
    }
    isOpen = !isBlank;
  }
  return parts.flatMap(({ at, text }) => {
    const timestamp = instantAtStart(text, timeZone);
    const { tags, tagProblems } = cleanedTags(hashTags(text));
    const written = { description: text.trim(), tags, time_zone: timeZone, timestamp: timestamp ?? now };
    const seed = timestamp === undefined ? `text ${text.trim()}` : null;
    return withLeftOut(foundEntry(`line ${at}`, written, { seed }), ...tagProblems);
  });
}
