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

/** The tags in `input`: split at commas, without a leading #, trimmed, lowercased, composed, none empty or twice. */
export function parseTags(input: string): string[] {
  const tags = input.split(',').map((tag) => withoutHash(tag).trim().toLowerCase().normalize('NFC'));
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/** What is being typed: the part of `input` after its last comma. */
export function lastFragment(input: string): string {
  return withoutHash(input.slice(input.lastIndexOf(',') + 1))
    .trim()
    .toLowerCase();
}

/** At most 6 tags that contain the last fragment of `input` and are not in it yet, known ones first. */
export function suggestTags(input: string, known: readonly string[]): string[] {
  const fragment = lastFragment(input);
  if (fragment === '') return [];
  const entered = new Set(parseTags(input));
  const candidates = new Set([...known, ...commonTags]);
  return [...candidates].filter((tag) => tag.includes(fragment) && !entered.has(tag)).slice(0, SUGGESTIONS);
}

/** `input` with its last fragment replaced by `tag`, ready for the next one. */
export function completeTag(input: string, tag: string): string {
  const before = parseTags(input.slice(0, input.lastIndexOf(',') + 1));
  return `${[...before, tag].join(', ')}, `;
}

function withoutHash(tag: string): string {
  return tag.replace(/^[\s#＃]+/, '');
}
