import { type Found, foundEntry } from './found.ts';
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
  return parts.map(({ at, text }) => {
    const timestamp = instantAtStart(text, timeZone);
    const written = { description: text.trim(), tags: cleanedTags(hashTags(text)), time_zone: timeZone };
    const foundAt = `line ${at}`;
    if (timestamp !== undefined) return foundEntry(foundAt, { ...written, timestamp });
    return foundEntry(foundAt, { ...written, timestamp: now }, { seed: `text ${text.trim()}` });
  });
}
