import { normaliseTags } from '@anecdotes/contracts';
import { typedTag } from '../../anecdote/typed-tag.ts';

/** Tags offered to everyone, beside those the person has used. */
const commonTags: readonly string[] = [
  'energy',
  'mood',
  'exercise',
  'food',
  'work',
  'health',
  'sleep',
  'car',
  'product',
  'problem',
  'solution',
  'morning',
  'afternoon',
  'evening',
  'positive',
  'negative',
  'tired',
  'energized',
  'stress',
];

const SUGGESTIONS = 6;

/** Keeps the comma before it from separating tags. It is invisible, so a tag is stored without it. */
const JOINER = '\u2060';

/** The text of a tag field that holds `tags`, whose own commas, of Arabic, Chinese and Japanese, do not separate them. */
export function tagInput(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[،、，]/g, `$&${JOINER}`)).join(', ');
}

/** The parts of `input` between commas, also those of Arabic, Chinese and Japanese. */
function partsOf(input: string): string[] {
  return input.split(/,|[،、，](?!\u2060)/).map(typedTag);
}

/** The tags in `input`, which commas separate, as they are stored, none empty or repeated. */
export function parseTags(input: string): string[] {
  return normaliseTags(partsOf(input));
}

/** What is being typed: the part of `input` after its last comma. */
export function lastFragment(input: string): string {
  return partsOf(input).at(-1) ?? '';
}

/** At most 6 tags that contain the last fragment of `input` and are not in it yet, known ones first. */
export function suggestTags(input: string, known: readonly string[]): string[] {
  const fragment = lastFragment(input);
  if (fragment === '') return [];
  const entered = new Set(parseTags(input));
  const candidates = new Set([...known, ...commonTags]);
  return [...candidates].filter((tag) => tag.includes(fragment) && !entered.has(tag)).slice(0, SUGGESTIONS);
}

/** `input` with its last fragment replaced by `tag`, and a comma for the next one. */
export function completeTag(input: string, tag: string): string {
  const before = normaliseTags(partsOf(input).slice(0, -1));
  return `${tagInput([...before, tag])}, `;
}

const HASH_TAG = /(?<![\p{L}\p{M}\p{N}_/&#])#(\p{L}(?:[\p{L}\p{M}\p{N}_-]|[\u200c\u200d](?=\p{L})){0,63})/gu;
const OFFERED = 6;

/** At most 6 words of `text` with a # in front that are not tags in `input` yet. */
export function hashTagsIn(text: string, input: string): string[] {
  const entered = new Set(parseTags(input));
  const words = [...text.matchAll(HASH_TAG)].map(([, word = '']) => word.toLowerCase().normalize('NFC'));
  return [...new Set(words)].filter((word) => !entered.has(word)).slice(0, OFFERED);
}

/** `input` with `tag` after its other tags. */
export function addTag(input: string, tag: string): string {
  return tagInput([...parseTags(input), tag]);
}
