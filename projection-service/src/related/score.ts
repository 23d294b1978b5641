import { knownWordsOf, type RelatedReason } from '@anecdotes/contracts';

/** The anecdote, saved or not, for which related ones are searched. */
export type ReferenceAnecdote = {
  /** The words that are worth comparing, folded. */
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
  /** The words of the reference anecdote that it has too. */
  readonly words: readonly string[];
  /** The distance from the reference anecdote; null unless both have a place. */
  readonly km: number | null;
};

/** How much it means that two anecdotes share something: the logarithm of how rare that is. */
export type Rarity = {
  tag(name: string): number;
  word(word: string): number;
  /** For being at most `km` from the reference anecdote. */
  place(km: number): number;
  /** For belonging to the same story, before anything is known about two anecdotes. */
  readonly story: number;
};

export type Scored = { readonly candidate: Candidate; readonly score: number; readonly reasons: RelatedReason[] };

const SHORTEST_WORD = 4;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** How many shared tags and words count, and are named as a reason. */
const MAX_TAGS = 3;
const MAX_WORDS = 5;
/**
 * The weight of a shared tag, place or word is its rarity, less how often anecdotes that belong together do not share
 * it: people choose tags to connect anecdotes, but use different words each time. Sharing a tag of more than half of
 * the anecdotes, a place of a third or a word of an eighth has no weight.
 */
const COMMON_TAG = Math.log(2);
const COMMON_PLACE = Math.log(3);
const COMMON_WORD = Math.log(8);
/**
 * A word that fewer than one in 150 anecdotes have is more often the topic of a text than a matter of style: rarity
 * beyond that counts half as much again.
 */
const TOPICAL_WORD = Math.log(150);
const TOPICALITY = 0.5;
const PLACE_KM = 5;
const TIME_HOURS = 7 * DAY_HOURS;

/** Most continuations happen within weeks, the sooner the more likely, and some at any time. */
const USUAL_DAYS = 21;
const DECAY_EXPONENT = 2;
const AT_ANY_TIME = 0.12;
/** An anecdote rarely continues one that happened later. */
const LATER = Math.log(5);

/** The words of a text, and of a place's name, that are worth comparing, folded, each once. */
export function wordsToShare(description: string, location: string | null = null): Set<string> {
  const words = knownWordsOf({ description, tags: [], location });
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD && /\p{L}/u.test(word)));
}

/**
 * How likely it is that `reference` continues `candidate`, as a logarithm, with the reasons, the strongest first; there
 * are none when nothing relates the two. The rarer what they share, the more likely they belong together; once that is
 * certain, sharing more adds nothing, and the time between them decides.
 */
export function scoreOf(reference: ReferenceAnecdote, candidate: Candidate, rarity: Rarity): Scored {
  const hours = (reference.at.getTime() - candidate.at.getTime()) / HOUR_MS;
  const away = Math.abs(hours);
  const tags = heaviest(reference.tags, new Set(candidate.tags), (tag) => rarity.tag(tag) - COMMON_TAG, MAX_TAGS);
  const tagWords = new Set(knownWordsOf({ description: '', tags: reference.tags, location: null }));
  const words = heaviest(
    [...reference.words].filter((word) => !tagWords.has(word)),
    new Set(candidate.words),
    (word) => weightOfWord(rarity.word(word)),
    MAX_WORDS,
  );
  const { km } = candidate;
  const place = km === null || km > PLACE_KM ? 0 : Math.max(0, rarity.place(km) - COMMON_PLACE);
  const weight = tags.weight + words.weight + place;
  const score = belongingOf(weight, rarity) + gapOf(hours);
  const weighed: [number, RelatedReason][] = [];
  if (tags.values.length > 0) weighed.push([tags.weight, { kind: 'tags', values: tags.values }]);
  if (words.values.length > 0) weighed.push([words.weight, { kind: 'words', values: words.values }]);
  if (place > 0) weighed.push([place, { kind: 'place', km: rounded(km ?? 0) }]);
  if (away <= TIME_HOURS) weighed.push([gapOf(away) - gapOf(TIME_HOURS), { kind: 'time', hours: rounded(away) }]);
  const reasons = weighed.sort(([a], [b]) => b - a).map(([, reason]) => reason);
  return { candidate, score, reasons };
}

function weightOfWord(rareness: number): number {
  return rareness - COMMON_WORD + TOPICALITY * Math.max(0, rareness - TOPICAL_WORD);
}

/** The logarithm of how likely two anecdotes belong together if what they share weighs `weight`. */
function belongingOf(weight: number, { story }: Rarity): number {
  return -Math.log1p(Math.exp(story - weight));
}

/** The logarithm of how likely an anecdote continues one from `hours` before it. */
function gapOf(hours: number): number {
  const days = Math.abs(hours) / DAY_HOURS;
  const soon = (1 + days / USUAL_DAYS) ** -DECAY_EXPONENT;
  return Math.log(AT_ANY_TIME + (1 - AT_ANY_TIME) * soon) - (hours < 0 ? LATER : 0);
}

/**
 * Those of `values` that are `shared` and have a positive weight, the heaviest first up to `most`, and their total
 * weight.
 */
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
