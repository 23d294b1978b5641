import { knownWordsOf, type RelatedReason } from '@anecdotes/contracts';

/** What related anecdotes are looked for with. */
export type Subject = {
  /** The words worth sharing, folded. */
  readonly words: ReadonlySet<string>;
  readonly tags: readonly string[];
  readonly at: Date;
  readonly spot: { readonly lat: number; readonly lng: number } | null;
};

/** An anecdote that may be related. */
export type Candidate = {
  readonly id: string;
  readonly at: Date;
  readonly tags: readonly string[];
  /** Those of the subject's words that it has too. */
  readonly words: readonly string[];
  /** How far it is from the subject, where both have a place. */
  readonly km: number | null;
};

/** How much it says that two anecdotes share something, as the logarithm of how rare that is. */
export type Rarity = {
  tag(name: string): number;
  word(word: string): number;
  /** Of being within a kilometre of the subject. */
  readonly place: number;
};

export type Scored = { readonly candidate: Candidate; readonly score: number; readonly reasons: RelatedReason[] };

const SHORTEST_WORD = 4;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** What is shared is told, and counts, up to so many values. */
const MOST_TAGS = 3;
const MOST_WORDS = 5;
/** Sharing a tag of more than a fifth of the anecdotes, or a word of more than a twelfth, says nothing. */
const COMMON_TAG = Math.log(5);
const COMMON_WORD = Math.log(12);
const PLACE_KM = 5;
const TIME_HOURS = 7 * DAY_HOURS;

/** What is shared says less, the longer ago it was: down to a part of it, over so many days. */
const LASTING = 0.15;
const FADING_DAYS = 20;
/** An anecdote rarely continues one that happened later. */
const LATER = 0.2;
/** Being near in time says a little by itself, for so many hours. */
const NEARNESS = 1;
const NEARNESS_HOURS = 48;

/** The words of a text, and of a place's name, that are worth sharing, folded, each once. */
export function wordsToShare(description: string, location: string | null = null): Set<string> {
  const words = knownWordsOf({ description, tags: [], location });
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD && /\p{L}/u.test(word)));
}

/** How likely `subject` continues `candidate`, with the reasons, the weightiest first; none when nothing relates them. */
export function scoreOf(subject: Subject, candidate: Candidate, rarity: Rarity): Scored {
  const hours = (subject.at.getTime() - candidate.at.getTime()) / HOUR_MS;
  const away = Math.abs(hours);
  const tags = heaviest(subject.tags, new Set(candidate.tags), (tag) => rarity.tag(tag) - COMMON_TAG, MOST_TAGS);
  const tagWords = new Set(knownWordsOf({ description: '', tags: subject.tags, location: null }));
  const words = heaviest(
    [...subject.words].filter((word) => !tagWords.has(word)),
    new Set(candidate.words),
    (word) => rarity.word(word) - COMMON_WORD,
    MOST_WORDS,
  );
  const isNear = candidate.km !== null && candidate.km <= PLACE_KM;
  const place = isNear ? Math.max(0, rarity.place) / (1 + (candidate.km ?? 0)) : 0;
  const nearness = NEARNESS * Math.exp(-away / NEARNESS_HOURS);
  const fading = LASTING + (1 - LASTING) * Math.exp(-away / DAY_HOURS / FADING_DAYS);
  const score = ((tags.weight + words.weight + place) * fading + nearness) * (hours < 0 ? LATER : 1);
  const weighed: [number, RelatedReason][] = [];
  if (tags.values.length > 0) weighed.push([tags.weight, { kind: 'tags', values: tags.values }]);
  if (words.values.length > 0) weighed.push([words.weight, { kind: 'words', values: words.values }]);
  if (place > 0) weighed.push([place, { kind: 'place', km: rounded(candidate.km ?? 0) }]);
  if (away <= TIME_HOURS) weighed.push([nearness, { kind: 'time', hours: rounded(away) }]);
  const reasons = weighed.sort(([a], [b]) => b - a).map(([, reason]) => reason);
  return { candidate, score, reasons };
}

/** Those of `values` that are `shared` and weigh something, the heaviest first up to `most`, and what they weigh. */
function heaviest(
  values: readonly string[],
  shared: ReadonlySet<string>,
  weightOf: (value: string) => number,
  most: number,
): { values: string[]; weight: number } {
  const weighed = values
    .filter((value) => shared.has(value))
    .map((value) => ({ value, weight: weightOf(value) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most);
  return { values: weighed.map(({ value }) => value), weight: weighed.reduce((sum, { weight }) => sum + weight, 0) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
