import { z } from 'zod';
import { hiddenCharacterIn } from './hidden-characters.ts';

const forbidden = /[^\P{Cc}\t\n]/u;

/** True when `text` has at most `max` code points. */
function within(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > 2 * max) return false;
  let points = 0;
  for (const _ of text) points += 1;
  return points <= max;
}

/** The first `most` code points of `text`; cutting it by its length could leave half of one. */
export function beginningOf(text: string, most: number): string {
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

/**
 * Text that every part of the system can store: well-formed Unicode of at most `max` code points, without control
 * characters other than tab and newline (Postgres refuses NUL, jsonb refuses lone surrogates). `missing` is the error
 * message when there is none.
 */
export function storableText(max: number, missing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .refine((text) => within(text, max), { error: `Must be at most ${max} characters` })
    .refine((text) => text.isWellFormed(), { error: 'Must be well-formed Unicode text' })
    .refine((text) => !forbidden.test(text), { error: 'Must not contain control characters' })
    .meta({ maxLength: max });
}

/** Unassigned code points count as visible: they may be characters of a newer Unicode, such as emoji. */
const blank = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True when `text` has a visible character: not only spaces, zero-width characters, fillers or blank patterns. */
export function isVisible(text: string): boolean {
  return !blank.test(text);
}

/** True when `text` has no tab, line break or other separator of lines. */
export function isSingleLine(text: string): boolean {
  return !/[\t\n\u2028\u2029]/.test(text);
}

/** Refuses text with characters that cannot be seen; the message names the first of them. */
export function refuseHiddenCharacters(text: string, context: z.RefinementCtx): void {
  const character = hiddenCharacterIn(text);
  if (character) context.addIssue({ code: 'custom', message: `Must not contain the invisible character ${character}` });
}

/** False for text with U+FFFD, the character that decoders insert for bytes that they cannot decode. */
export function isDecoded(text: string): boolean {
  return !text.includes('\uFFFD');
}
